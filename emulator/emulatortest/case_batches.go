package emulatortest

import (
	"errors"
	"fmt"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

const duplicateKeys = "Provided list of item keys contains duplicates"

func batchCases() []Case {
	return []Case{{
		Number: 8, Name: "a batch that holds only deletes",
		Right:  "done; an item that is not there is no error",
		Checks: deleteBatches(),
	}, {
		Number: 23, Name: "BatchGetItem with a projection and one missing key",
		Right:  "projected parts only; the missing item is absent, and charged",
		Checks: projectedGets(),
	}, {
		Number: 25, Name: "a batch that is only partly done",
		Right: "an answer with what is left, which can be sent as it is",
		Checks: []Check{
			{"50 items of 400 KB", unprocessedKeys},
			{"every second put", func(e *env) error {
				return e.resent([]types.WriteRequest{putOf(e.key("1")), putOf(e.key("2")), putOf(e.key("3")), putOf(e.key("4"))}, "1", "2", "3", "4")
			}},
			{"puts and deletes", func(e *env) error {
				err := e.fill("1", "2")
				return errors.Join(err, e.resent([]types.WriteRequest{deleteOf(e.key("1")), deleteOf(e.key("2")), putOf(e.key("3"))}, "3"))
			}},
			{"every second key", halfTheKeys},
		},
	}, {
		Number: 27, Name: "the same key twice in one batch",
		Right:  "the whole batch is refused",
		Checks: repeatedKeys(),
	}, {
		Number: 28, Name: "the last of a batch and the first of the next share a key",
		Right: "both are accepted and the later item stays: a seeder that must not lose one has to see to it",
		Checks: []Check{{"two batches", func(e *env) error {
			_, first := e.batch(append(e.puts(1, 24), putOf(e.with("25", item{"v": s("25th")})))...)
			_, second := e.batch(putOf(e.with("25", item{"v": s("26th")})))
			return errors.Join(first, second, e.holds("25", item{"v": s("26th")}))
		}}},
	}, {
		Number: 29, Name: "26 writes, 101 gets",
		Right:  "ValidationException, nothing written",
		Checks: longBatches(),
	}}
}

func deleteBatches() []Check {
	done := func(e *env, writes ...types.WriteRequest) error {
		out, err := e.batch(writes...)
		if err != nil {
			return err
		}
		return same("unprocessed tables", 0, len(out.UnprocessedItems))
	}
	return []Check{
		{"one delete", func(e *env) error { return errors.Join(e.fill("1"), done(e, deleteOf(e.key("1"))), e.absent("1")) }},
		{"of nothing", func(e *env) error { return done(e, deleteOf(e.key("1"))) }},
		{"beside a put", func(e *env) error {
			return errors.Join(e.fill("1"), done(e, deleteOf(e.key("1")), putOf(e.key("2"))), e.absent("1"), e.holds("2", nil))
		}},
		{"left unprocessed", func(e *env) error {
			err := e.fill("1", "2", "3")
			return errors.Join(err, e.resent([]types.WriteRequest{deleteOf(e.key("1")), deleteOf(e.key("2"))}, "3"))
		}},
		{"neither put nor delete", func(e *env) error {
			_, err := e.batch(types.WriteRequest{})
			return e.refused(err, anyMessage)
		}},
	}
}

func (e *env) batchGet(keys types.KeysAndAttributes) (*dynamodb.BatchGetItemOutput, error) {
	return e.client.BatchGetItem(e.ctx, &dynamodb.BatchGetItemInput{
		RequestItems:           map[string]types.KeysAndAttributes{e.tables.main: keys},
		ReturnConsumedCapacity: types.ReturnConsumedCapacityTotal,
	})
}

func projectedGets() []Check {
	get := func(name, projection string, names map[string]string, consistent bool, want item, units float64) Check {
		return Check{name, func(e *env) error {
			if err := e.put(e.with("1", item{"v": s("x"), "m": object(item{"a": n("1"), "b": list(n("2"), n("3"))}), "big": s(strings.Repeat("x", 4096))})); err != nil {
				return err
			}
			out, err := e.batchGet(types.KeysAndAttributes{
				Keys: []item{e.key("1"), e.key("2")}, ProjectionExpression: &projection,
				ExpressionAttributeNames: names, ConsistentRead: &consistent,
			})
			if err != nil {
				return err
			}
			got := 0.0
			for _, c := range out.ConsumedCapacity {
				got += aws.ToFloat64(c.CapacityUnits)
			}
			return errors.Join(same("items", []item{want}, out.Responses[e.tables.main]), same("read units", units, got))
		}}
	}
	return []Check{
		get("an attribute", "v", nil, false, item{"v": s("x")}, 1.5),
		get("strongly consistent", "v", nil, true, item{"v": s("x")}, 3),
		get("parts of a document", "m.a, m.b[1]", nil, false, item{"m": object(item{"a": n("1"), "b": list(n("3"))})}, 1.5),
		get("a name", "#v, sk", map[string]string{"#v": "v"}, false, item{"v": s("x"), "sk": n("1")}, 1.5),
		get("what is not there", "nothing", nil, false, item{}, 1.5),
		{"a repeated key", func(e *env) error {
			_, err := e.batchGet(types.KeysAndAttributes{Keys: []item{e.key("1"), e.key("1.0")}})
			return e.refused(err, duplicateKeys)
		}},
	}
}

// unprocessedKeys asks for 20 MB, of which an answer holds 16.
func unprocessedKeys(e *env) error {
	var keys []item
	blob := s(strings.Repeat("x", 409_600-500))
	for i := range 50 {
		sk := fmt.Sprint(i)
		keys = append(keys, e.key(sk))
		if err := e.put(e.with(sk, item{"blob": blob})); err != nil {
			return err
		}
	}
	left, got, rounds := types.KeysAndAttributes{Keys: keys, ProjectionExpression: aws.String("sk")}, 0, 0
	for len(left.Keys) > 0 {
		out, err := e.batchGet(left)
		if err != nil {
			return err
		}
		if rounds++; rounds > 50 {
			return errors.New("still unprocessed keys after 50 calls")
		}
		got += len(out.Responses[e.tables.main])
		left = out.UnprocessedKeys[e.tables.main]
	}
	return errors.Join(same("items", 50, got), same("more than one call", true, rounds > 1))
}

func repeatedKeys() []Check {
	refuses := func(name string, writes func(e *env) []types.WriteRequest) Check {
		return Check{name, func(e *env) error {
			_, err := e.batch(append(writes(e), putOf(e.key("7")))...)
			return errors.Join(e.refused(err, duplicateKeys), e.absent("7"), e.absent("1"))
		}}
	}
	return []Check{
		refuses("two puts", func(e *env) []types.WriteRequest {
			return []types.WriteRequest{putOf(e.with("1", item{"v": n("1")})), putOf(e.with("1", item{"v": n("2")}))}
		}),
		refuses("a put and a delete", func(e *env) []types.WriteRequest {
			return []types.WriteRequest{putOf(e.key("1")), deleteOf(e.key("1"))}
		}),
		refuses("two deletes", func(e *env) []types.WriteRequest {
			return []types.WriteRequest{deleteOf(e.key("1")), deleteOf(e.key("1"))}
		}),
		refuses("one number in two notations", func(e *env) []types.WriteRequest {
			return []types.WriteRequest{putOf(e.key("1")), putOf(e.key("10E-1"))}
		}),
		{"in two tables", func(e *env) error {
			_, err := e.client.BatchWriteItem(e.ctx, &dynamodb.BatchWriteItemInput{RequestItems: map[string][]types.WriteRequest{
				e.tables.main: {putOf(e.key("1"))}, e.tables.other: {putOf(item{"pk": s(e.pk)})},
			}})
			return errors.Join(err, e.holds("1", nil))
		}},
	}
}

func (e *env) puts(from, to int) (writes []types.WriteRequest) {
	for i := from; i <= to; i++ {
		writes = append(writes, putOf(e.key(fmt.Sprint(i))))
	}
	return writes
}

func longBatches() []Check {
	return []Check{
		{"26 writes", func(e *env) error {
			_, err := e.batch(e.puts(1, 26)...)
			return errors.Join(e.refused(err, anyMessage), e.absent("1"))
		}},
		{"26 writes to two tables", func(e *env) error {
			_, err := e.client.BatchWriteItem(e.ctx, &dynamodb.BatchWriteItemInput{RequestItems: map[string][]types.WriteRequest{
				e.tables.main: e.puts(1, 25), e.tables.other: {putOf(item{"pk": s(e.pk)})},
			}})
			return errors.Join(e.refused(err, "Too many items requested for the BatchWriteItem call"), e.absent("1"))
		}},
		{"25 writes", func(e *env) error {
			_, err := e.batch(e.puts(1, 25)...)
			return errors.Join(err, e.holds("25", nil))
		}},
		{"no writes", func(e *env) error {
			_, err := e.client.BatchWriteItem(e.ctx, &dynamodb.BatchWriteItemInput{RequestItems: map[string][]types.WriteRequest{}})
			return e.refused(err, anyMessage)
		}},
		{"101 gets", func(e *env) error {
			_, err := e.batchGet(types.KeysAndAttributes{Keys: e.keys(101)})
			return e.refused(err, "1 validation error detected: Value at 'RequestItems."+e.tables.main+".member.Keys' failed to satisfy constraint: "+
				"Member must have length less than or equal to 100")
		}},
		{"100 gets", func(e *env) error {
			out, err := e.batchGet(types.KeysAndAttributes{Keys: e.keys(100)})
			if err != nil {
				return err
			}
			return same("unprocessed tables", 0, len(out.UnprocessedKeys))
		}},
		{"101 actions", func(e *env) error {
			var acts []types.TransactWriteItem
			for _, k := range e.keys(101) {
				acts = append(acts, types.TransactWriteItem{Put: &types.Put{TableName: &e.tables.main, Item: k}})
			}
			return errors.Join(e.refused(e.transact(acts...), "1 validation error detected: Value '[101 members]' at 'transactItems' "+
				"failed to satisfy constraint: Member must have length less than or equal to 100"), e.absent("0"))
		}},
	}
}

func (e *env) keys(count int) (keys []item) {
	for i := range count {
		keys = append(keys, e.key(fmt.Sprint(i)))
	}
	return keys
}
