package emulatortest

import (
	"errors"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

const conditionFailed = "The conditional request failed"

func transactionCases() []Case {
	return []Case{{
		Number: 9, Name: "a transaction of several that fails",
		Right: "nothing is written; reasons in request order, None for the innocent",
		Checks: []Check{
			{"the first fails", func(e *env) error { return e.cancelled(0, types.ReturnValuesOnConditionCheckFailureNone) }},
			{"the last fails", func(e *env) error { return e.cancelled(2, types.ReturnValuesOnConditionCheckFailureNone) }},
			{"with the item", func(e *env) error { return e.cancelled(1, types.ReturnValuesOnConditionCheckFailureAllOld) }},
			{"an update that does not fit", updateInTransaction},
			{"one item twice", oneItemTwice},
			{"all of it or nothing", wholeTransaction},
			{"sent again with its token", transactionToken},
		},
	}}
}

// absentPut is a put that wants no item there.
func (e *env) absentPut(sk string, returns types.ReturnValuesOnConditionCheckFailure) types.TransactWriteItem {
	return types.TransactWriteItem{Put: &types.Put{
		TableName: &e.tables.main, Item: e.with(sk, item{"v": s("new")}), ConditionExpression: aws.String("attribute_not_exists(pk)"),
		ReturnValuesOnConditionCheckFailure: returns,
	}}
}

func (e *env) transact(acts ...types.TransactWriteItem) error {
	_, err := e.client.TransactWriteItems(e.ctx, &dynamodb.TransactWriteItemsInput{TransactItems: acts})
	return err
}

// cancelled runs a transaction of three puts of which one finds an item.
func (e *env) cancelled(loser int, returns types.ReturnValuesOnConditionCheckFailure) error {
	sks := []string{"1", "2", "3"}
	if err := e.put(e.with(sks[loser], item{"v": s("old")})); err != nil {
		return err
	}
	var acts []types.TransactWriteItem
	want := []reason{{Code: "None"}, {Code: "None"}, {Code: "None"}}
	want[loser] = reason{Code: "ConditionalCheckFailed", Message: conditionFailed}
	if returns == types.ReturnValuesOnConditionCheckFailureAllOld {
		want[loser].Item = e.with(sks[loser], item{"v": s("old")})
	}
	for _, sk := range sks {
		acts = append(acts, e.absentPut(sk, returns))
	}
	if err := e.reasons(e.transact(acts...), want); err != nil {
		return err
	}
	p, err := e.query(ask{key: "pk = :p"})
	if err != nil {
		return err
	}
	return same("items", []item{e.with(sks[loser], item{"v": s("old")})}, p.Items)
}

// reason is why one action of a transaction failed.
type reason struct {
	Code, Message string
	Item          item
}

func (e *env) reasons(err error, want []reason) error {
	if err == nil {
		return errors.New("accepted, right is TransactionCanceledException")
	}
	cancelled, ok := errors.AsType[*types.TransactionCanceledException](err)
	if !ok {
		return err
	}
	var got []reason
	for _, r := range cancelled.CancellationReasons {
		got = append(got, reason{aws.ToString(r.Code), aws.ToString(r.Message), r.Item})
	}
	if e.typesOnly {
		for _, rs := range [][]reason{want, got} {
			for i := range rs {
				rs[i].Message = ""
			}
		}
	}
	return same("reasons", want, got)
}

func updateInTransaction(e *env) error {
	if err := e.put(e.with("1", item{"v": s("text")})); err != nil {
		return err
	}
	err := e.transact(e.absentPut("2", types.ReturnValuesOnConditionCheckFailureNone), types.TransactWriteItem{Update: &types.Update{
		TableName: &e.tables.main, Key: e.key("1"), UpdateExpression: aws.String("SET v = v + :one"),
		ExpressionAttributeValues: item{":one": n("1")},
	}})
	if err := e.reasons(err, []reason{{Code: "None"}, {Code: "ValidationError", Message: wrongType}}); err != nil {
		return err
	}
	return e.absent("2")
}

func oneItemTwice(e *env) error {
	err := e.transact(e.absentPut("1", types.ReturnValuesOnConditionCheckFailureNone), types.TransactWriteItem{Delete: &types.Delete{
		TableName: &e.tables.main, Key: e.key("1.0"),
	}})
	if err := e.refused(err, "Transaction request cannot include multiple operations on one item"); err != nil {
		return err
	}
	return e.absent("1")
}

// wholeTransaction does one action of each kind, on two tables.
func wholeTransaction(e *env) error {
	if err := errors.Join(e.fill("1", "2"), e.put(e.with("3", item{"v": n("1")}))); err != nil {
		return err
	}
	err := e.transact(
		types.TransactWriteItem{ConditionCheck: &types.ConditionCheck{
			TableName: &e.tables.main, Key: e.key("1"), ConditionExpression: aws.String("attribute_exists(pk)"),
		}},
		types.TransactWriteItem{Delete: &types.Delete{TableName: &e.tables.main, Key: e.key("2")}},
		types.TransactWriteItem{Update: &types.Update{
			TableName: &e.tables.main, Key: e.key("3"), UpdateExpression: aws.String("ADD v :one"), ExpressionAttributeValues: item{":one": n("1")},
		}},
		types.TransactWriteItem{Put: &types.Put{TableName: &e.tables.other, Item: item{"pk": s(e.pk)}}},
	)
	if err != nil {
		return err
	}
	out, err := e.client.TransactGetItems(e.ctx, &dynamodb.TransactGetItemsInput{TransactItems: []types.TransactGetItem{
		{Get: &types.Get{TableName: &e.tables.main, Key: e.key("3")}},
		{Get: &types.Get{TableName: &e.tables.main, Key: e.key("2")}},
		{Get: &types.Get{TableName: &e.tables.other, Key: item{"pk": s(e.pk)}}},
		{Get: &types.Get{TableName: &e.tables.main, Key: e.key("1")}},
	}})
	if err != nil {
		return err
	}
	var got []item
	for _, r := range out.Responses {
		got = append(got, r.Item)
	}
	return same("items", []item{e.with("3", item{"v": n("2")}), nil, {"pk": s(e.pk)}, e.key("1")}, got)
}

// transactionToken sends one transaction twice, then another under its token.
func transactionToken(e *env) error {
	add := func(by string) error {
		_, err := e.client.TransactWriteItems(e.ctx, &dynamodb.TransactWriteItemsInput{
			ClientRequestToken: aws.String(e.tables.main[:len("emulatortest-12345678")]),
			TransactItems: []types.TransactWriteItem{{Update: &types.Update{
				TableName: &e.tables.main, Key: e.key("1"), UpdateExpression: aws.String("ADD v :by"), ExpressionAttributeValues: item{":by": n(by)},
			}}},
		})
		return err
	}
	if err := errors.Join(add("1"), add("1")); err != nil {
		return err
	}
	if err := e.threw(add("2"), "IdempotentParameterMismatchException", anyMessage); err != nil {
		return err
	}
	return e.holds("1", item{"v": n("1")})
}
