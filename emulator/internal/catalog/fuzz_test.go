package catalog_test

import (
	"encoding/json"
	"testing"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/catalog"
)

// operations are all that a Catalog answers.
func operations() []string {
	return []string{
		"CreateTable", "DescribeTable", "ListTables", "DeleteTable", "UpdateTable", "UpdateTimeToLive", "DescribeTimeToLive",
		"TagResource", "UntagResource", "ListTagsOfResource", "DescribeLimits", "DescribeEndpoints", "DescribeContinuousBackups",
		"ListStreams", "DescribeStream", "GetShardIterator", "GetRecords",
	}
}

// FuzzCall sends one body to two operations, on a catalog with a table. No body
// may crash it, leave it broken or give an answer that is not JSON.
func FuzzCall(f *testing.F) {
	all := operations()
	for i, body := range []string{
		simple("new", newAndOld), request(defs("pk", "sk", "g"), keys("pk", "sk"), local(index("lsi", keys("pk", "g"))), global(index("gsi", keys("g", "pk")))),
		`{"TableName":"tab","TableClass":"STANDARD","Tags":[null],"AttributeDefinitions":[null,{}],"KeySchema":[{}]}`,
		`{"TableName":"tab",` + adding("gsi", keys("g"), defs("g")) + `}`, `{"TableName":"tab",` + dropping("gsi") + `}`,
		`{"TableName":"tab","GlobalSecondaryIndexUpdates":[null,{"Update":{},"Create":{}}]}`,
		`{"TableName":"tab",` + fivePlusFive + `}`, ttl("exp", true), `{` + arn(tableARN) + `,"Tags":[{"Key":"a","Value":"b"}],"TagKeys":["a"]}`,
		`{"Limit":1,"ExclusiveStartTableName":"aaa"}`, `{"ShardIterator":"` + tableARN + `|1|e30"}`, `[[[[`, `{"TableName":"arn:"}`,
	} {
		f.Add(i, i+1, body)
	}
	f.Fuzz(func(t *testing.T, first, second int, body string) {
		x := newFixture(t, catalog.Options{})
		x.create("tab", newAndOld)
		for _, n := range []int{first, second} {
			answer, _, err := x.Call(all[uint(n)%uint(len(all))], []byte(body))
			if err != nil {
				continue
			}
			if _, err := json.Marshal(answer); err != nil {
				t.Error(err)
			}
		}
	})
}
