package emulator_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestRobust sends what no client means to send, then a request that works.
func TestRobust(t *testing.T) {
	srv := ready(t)
	deep, long := strings.Repeat("(", 10_000), strings.Repeat("9", 400<<10)
	path := "v" + strings.Repeat(".w", 10_000)
	many := manyNames(100_000)
	for _, c := range []struct{ name, operation, body, code string }{
		{"parentheses in a key condition", "Query", `{"TableName":"main","KeyConditionExpression":"` + deep + `"}`, validation},
		{"parentheses in a filter of a query", "Query", `{"TableName":"main","KeyConditionExpression":"pk = :p","FilterExpression":"` + deep + `","ExpressionAttributeValues":{":p":{"S":"a"}}}`, validation},
		{"parentheses in a filter of a scan", "Scan", `{"TableName":"main","FilterExpression":"` + deep + `"}`, validation},
		{"parentheses in a condition", "PutItem", `{"TableName":"plain","Item":{"pk":{"S":"a"}},"ConditionExpression":"` + deep + `"}`, validation},
		{"parentheses in an update", "UpdateItem", `{"TableName":"plain","Key":{"pk":{"S":"a"}},"UpdateExpression":"SET a = ` + deep + `"}`, validation},
		{"parentheses in a projection", "GetItem", `{"TableName":"plain","Key":{"pk":{"S":"a"}},"ProjectionExpression":"` + deep + `"}`, validation},
		{"parentheses under 4 KB", "Scan", `{"TableName":"main","FilterExpression":"` + deep[:4000] + `"}`, validation},
		{"NOT under 4 KB", "Scan", `{"TableName":"main","FilterExpression":"` + strings.Repeat("NOT ", 1000) + `pk"}`, validation},
		{"a condition over 4 KB", "Scan", `{"TableName":"main","FilterExpression":"` + strings.Repeat("attribute_exists(a) OR ", 300) + `attribute_exists(a)"}`, validation},
		{"a number of 400 KB", "PutItem", `{"TableName":"plain","Item":{"pk":{"S":"a"},"n":{"N":"` + long + `"}}}`, validation},
		{"a number of 400 KB in an expression", "Scan", `{"TableName":"main","FilterExpression":"a = :n","ExpressionAttributeValues":{":n":{"N":"` + long + `"}}}`, validation},
		{"an exponent of 400 KB", "PutItem", `{"TableName":"plain","Item":{"pk":{"S":"a"},"n":{"N":"1E` + long + `"}}}`, validation},
		{"100,000 names", "Scan", `{"TableName":"main","FilterExpression":"attribute_exists(#n0)","ExpressionAttributeNames":{` + many + `}}`, validation},
		{"100,000 keys", "BatchGetItem", `{"RequestItems":{"plain":{"Keys":[` + strings.Repeat(`{"pk":{"S":"a"}},`, 99_999) + `{"pk":{"S":"a"}}]}}}`, validation},
		{"10,000 lists", "PutItem", `{"TableName":"plain","Item":{"pk":{"S":"a"},"l":` + strings.Repeat(`{"L":[`, 10_000) + strings.Repeat(`]}`, 10_000) + `}}`, serialization},
		{"100 lists", "PutItem", `{"TableName":"plain","Item":{"pk":{"S":"a"},"l":` + strings.Repeat(`{"L":[`, 100) + strings.Repeat(`]}`, 100) + `}}`, validation},
		{"10,000 brackets", "PutItem", strings.Repeat("[", 10_000), serialization},
		{"10,000 brackets for a name", "DescribeTable", `{"TableName":` + strings.Repeat("[", 10_000) + `}`, serialization},
		{"not UTF-8", "PutItem", "{\"TableName\":\"plain\",\"Item\":{\"pk\":{\"S\":\"\xff\xfe\"}}}", serialization},
		{"half a surrogate pair and not JSON", "PutItem", `{"TableName":"plain","Item":{"pk":{"S":"\ud800`, serialization},
		{"a huge limit", "Query", `{"TableName":"main","KeyConditionExpression":"pk = :p","ExpressionAttributeValues":{":p":{"S":"a"}},"Limit":99999999999999999999}`, serialization},
		{"a negative limit", "Scan", `{"TableName":"main","Limit":-1}`, validation},
		{"a negative segment", "Scan", `{"TableName":"main","Segment":-1,"TotalSegments":4}`, validation},
		{"too many segments", "Scan", `{"TableName":"main","Segment":0,"TotalSegments":1000001}`, validation},
		{"a negative limit of tables", "ListTables", `{"Limit":-5}`, validation},
		{"negative capacity", "UpdateTable", `{"TableName":"plain","ProvisionedThroughput":{"ReadCapacityUnits":-1,"WriteCapacityUnits":-1}}`, validation},
		{"a deep document path", "UpdateItem", `{"TableName":"plain","Key":{"pk":{"S":"a"}},"UpdateExpression":"REMOVE ` + path + `"}`, validation},
		{"a deep document path under 4 KB", "GetItem", `{"TableName":"plain","Key":{"pk":{"S":"a"}},"ProjectionExpression":"` + path[:4000] + `x"}`, validation},
		{"a far list index", "UpdateItem", `{"TableName":"main","Key":{"pk":{"S":"a"},"sk":{"N":"1"}},"UpdateExpression":"REMOVE v[99999999999999999999]"}`, validation},
		{"a table's name of 1 MB", "DescribeTable", `{"TableName":"` + strings.Repeat("n", 1<<20) + `"}`, validation},
	} {
		t.Run(c.name, func(t *testing.T) {
			status, answer := call(t, srv, c.operation, c.body)
			if got := code(answer); status != 400 || got != c.code {
				t.Errorf("status %d, %s, want 400, %s: %.300s", status, got, c.code, answer)
			}
			alive := mustCall(t, srv, "GetItem", `{"TableName":"plain","Key":{"pk":{"S":"k1"}}}`)
			if diff := cmp.Diff(`{"Item":{"expires":{"N":"1900000000"},"pk":{"S":"k1"}}}`, alive); diff != "" {
				t.Error(diff)
			}
		})
	}
	if err := srv.Check(); err != nil {
		t.Error(err)
	}
}

const (
	validation    = "ValidationException"
	serialization = "SerializationException"
)

// code is the exception's name in an answer.
func code(answer string) string {
	_, name, _ := strings.Cut(answer, "#")
	name, _, _ = strings.Cut(name, `"`)
	return name
}

func manyNames(count int) string {
	names := make([]string, count)
	for i := range names {
		names[i] = fmt.Sprintf(`"#n%d":"n%d"`, i, i)
	}
	return strings.Join(names, ",")
}
