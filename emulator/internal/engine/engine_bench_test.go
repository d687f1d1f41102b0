package engine

import (
	"fmt"
	"testing"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/catalog"
)

// BenchmarkDo times the engine alone, without the SDK client or HTTP.
func BenchmarkDo(b *testing.B) {
	const item = `{"PK":{"S":"CUSTOMER#c%d"},"SK":{"S":"ORDER#o%08d"},"status":{"S":"PENDING"},"total":{"N":"%d"},"note":{"S":"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"}}`
	e := New(catalog.Options{})
	must := func(operation, body string) {
		if status, answer := e.Do(Call{Operation: operation, Body: []byte(body)}, nil); status != 200 {
			b.Fatalf("%s: %d %s", operation, status, answer)
		}
	}
	must("CreateTable", `{"TableName":"bench","BillingMode":"PAY_PER_REQUEST",
		"AttributeDefinitions":[{"AttributeName":"PK","AttributeType":"S"},{"AttributeName":"SK","AttributeType":"S"}],
		"KeySchema":[{"AttributeName":"PK","KeyType":"HASH"},{"AttributeName":"SK","KeyType":"RANGE"}]}`)
	for i := range 40_000 {
		must("PutItem", `{"TableName":"bench","Item":`+fmt.Sprintf(item, i%997, i, i%1000)+`}`)
	}
	for _, c := range []struct{ name, operation, body string }{
		{"PutItem", "PutItem", `{"TableName":"bench","Item":` + fmt.Sprintf(item, 3, 3, 3) + `}`},
		{"GetItem", "GetItem", `{"TableName":"bench","Key":{"PK":{"S":"CUSTOMER#c3"},"SK":{"S":"ORDER#o00000003"}}}`},
		{"UpdateItem", "UpdateItem", `{"TableName":"bench","Key":{"PK":{"S":"CUSTOMER#c3"},"SK":{"S":"ORDER#o00000003"}},"UpdateExpression":"SET #t = #t + :one, seen = :s",
			"ExpressionAttributeNames":{"#t":"total"},"ExpressionAttributeValues":{":one":{"N":"1"},":s":{"BOOL":true}}}`},
		{"Query20", "Query", `{"TableName":"bench","KeyConditionExpression":"PK = :pk AND SK BETWEEN :a AND :b","Limit":20,
			"ExpressionAttributeValues":{":pk":{"S":"CUSTOMER#c3"},":a":{"S":"ORDER#o"},":b":{"S":"ORDER#p"}}}`},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			var out []byte
			for b.Loop() {
				_, out = e.Do(Call{Operation: c.operation, Body: []byte(c.body)}, out[:0])
			}
		})
	}
}
