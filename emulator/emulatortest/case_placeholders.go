package emulatortest

import (
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

func placeholderCases() []Case {
	return []Case{{
		Number: 22, Name: "a reserved word as an attribute's name",
		Right:  "ValidationException naming the word; through a #name it is fine",
		Checks: reservedWords(),
	}, {
		Number: 39, Name: "a placeholder that is unused or not given",
		Right:  "ValidationException naming it",
		Checks: placeholders(),
	}}
}

// place is a kind of expression and a request that names an attribute there.
type place struct {
	kind string
	send func(*env) error
}

// places are all in which an attribute can be named.
func places(word string, names map[string]string) []place {
	one := item{":v": n("1")}
	return []place{
		{"KeyConditionExpression", func(e *env) error {
			_, err := e.query(ask{key: "pk = :p AND " + word + " = :v", names: names, values: one})
			return err
		}},
		{"FilterExpression", func(e *env) error {
			_, err := e.query(ask{key: "pk = :p", filter: word + " = :v", names: names, values: one})
			return err
		}},
		{"ProjectionExpression", func(e *env) error {
			_, err := e.client.GetItem(e.ctx, &dynamodb.GetItemInput{
				TableName: &e.tables.main, Key: e.key("1"), ProjectionExpression: aws.String("pk, " + word), ExpressionAttributeNames: names,
			})
			return err
		}},
		{"UpdateExpression", func(e *env) error {
			_, err := e.update(change{update: "SET " + word + " = :v", names: names, values: one})
			return err
		}},
		{"ConditionExpression", func(e *env) error {
			_, err := e.client.PutItem(e.ctx, &dynamodb.PutItemInput{
				TableName: &e.tables.main, Item: e.key("1"), ConditionExpression: aws.String("attribute_not_exists(" + word + ")"), ExpressionAttributeNames: names,
			})
			return err
		}},
	}
}

func reservedWords() (checks []Check) {
	for _, word := range []string{"ttl", "status", "name", "data", "count", "Status", "SIZE"} {
		for _, p := range places(word, nil) {
			checks = append(checks, Check{word + " in " + p.kind, func(e *env) error {
				return e.refused(p.send(e), "Invalid "+p.kind+": Attribute name is a reserved keyword; reserved keyword: "+word)
			}})
		}
	}
	for _, p := range places("#s", map[string]string{"#s": "status"}) {
		if p.kind != "KeyConditionExpression" {
			checks = append(checks, Check{"through a name in " + p.kind, p.send})
		}
	}
	return append(checks, Check{"inside a path", func(e *env) error {
		_, err := e.update(change{update: "SET v.status = :v", values: item{":v": n("1")}})
		return e.refused(err, "Invalid UpdateExpression: Attribute name is a reserved keyword; reserved keyword: status")
	}}, Check{"not reserved", func(e *env) error {
		_, err := e.update(change{update: "SET statuses = :v, total_count = :v", values: item{":v": n("1")}})
		return err
	}})
}

func placeholders() []Check {
	const (
		unusedValue = "Value provided in ExpressionAttributeValues unused in expressions: keys: {:unused}"
		unusedName  = "Value provided in ExpressionAttributeNames unused in expressions: keys: {#unused}"
		noValue     = ": An expression attribute value used in expression is not defined; attribute value: :none"
		noName      = ": An expression attribute name used in the document path is not defined; attribute name: #none"
	)
	unused := map[string]string{"#unused": "v"}
	extra := item{":unused": n("1")}
	update := func(name, message string, c change) Check {
		return Check{name, func(e *env) error {
			_, err := e.update(c)
			return e.refused(err, message)
		}}
	}
	return []Check{
		asks("unused value of a query", unusedValue, ask{key: "pk = :p", values: extra}),
		asks("unused name of a query", unusedName, ask{key: "pk = :p", names: unused}),
		update("unused value of an update", unusedValue, change{update: "SET v = :v", values: item{":v": n("1"), ":unused": n("1")}}),
		update("unused name of an update", unusedName, change{update: "REMOVE v", names: unused}),
		asks("value of a key condition not given", "Invalid KeyConditionExpression"+noValue, ask{key: "pk = :none"}),
		asks("value of a filter not given", "Invalid FilterExpression"+noValue, ask{key: "pk = :p", filter: "v = :none"}),
		asks("name of a filter not given", "Invalid FilterExpression"+noName, ask{key: "pk = :p", filter: "#none = :p"}),
		asks("name of a projection not given", "Invalid ProjectionExpression"+noName, ask{key: "pk = :p", project: "#none"}),
		update("value of an update not given", "Invalid UpdateExpression"+noValue, change{update: "SET v = :none"}),
		update("name of a condition not given", "Invalid ConditionExpression"+noName, change{update: "REMOVE v", condition: "attribute_exists(#none)"}),
		{"values without an expression", func(e *env) error {
			_, err := e.client.Scan(e.ctx, &dynamodb.ScanInput{TableName: &e.tables.main, ExpressionAttributeValues: extra})
			return e.refused(err, "ExpressionAttributeValues can only be specified when using expressions: FilterExpression is null")
		}},
		{"names without an expression", func(e *env) error {
			_, err := e.client.Scan(e.ctx, &dynamodb.ScanInput{TableName: &e.tables.main, ExpressionAttributeNames: unused})
			return e.refused(err, "ExpressionAttributeNames can only be specified when using expressions")
		}},
		update("no values at all", "ExpressionAttributeValues must not be empty", change{update: "REMOVE v", values: item{}}),
		update("a name without #", `ExpressionAttributeNames contains invalid key: Syntax error; key: "v"`, change{update: "REMOVE v", names: map[string]string{"v": "v"}}),
		update("a value without :", `ExpressionAttributeValues contains invalid key: Syntax error; key: "v"`, change{update: "REMOVE v", values: item{"v": n("1")}}),
		{"in a transaction", func(e *env) error {
			return e.refused(e.transact(types.TransactWriteItem{Update: &types.Update{
				TableName: &e.tables.main, Key: e.key("1"), UpdateExpression: aws.String("REMOVE v"), ExpressionAttributeNames: unused,
			}}), unusedName)
		}},
		{"in a batch of gets", func(e *env) error {
			_, err := e.batchGet(types.KeysAndAttributes{Keys: []item{e.key("1")}, ProjectionExpression: aws.String("pk"), ExpressionAttributeNames: unused})
			return e.refused(err, unusedName)
		}},
	}
}
