package catalog_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/catalog"
)

func TestCreateTableAnswer(t *testing.T) {
	f := newFixture(t, catalog.Options{})
	got := f.do("CreateTable", `{"TableName":"tab",
		"AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},{"AttributeName":"sk","AttributeType":"N"},{"AttributeName":"g","AttributeType":"B"}],
		"KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}],
		"LocalSecondaryIndexes":[{"IndexName":"lsi","KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"g","KeyType":"RANGE"}],"Projection":{"ProjectionType":"ALL"}}],
		"GlobalSecondaryIndexes":[{"IndexName":"gsi","KeySchema":[{"AttributeName":"g","KeyType":"HASH"}],"Projection":{"ProjectionType":"INCLUDE","NonKeyAttributes":["a"]},
			"ProvisionedThroughput":{"ReadCapacityUnits":2,"WriteCapacityUnits":3}}],
		"ProvisionedThroughput":{"ReadCapacityUnits":5,"WriteCapacityUnits":6}}`)["TableDescription"].(map[string]any)
	if id := got["TableId"].(string); len(id) != 36 {
		t.Errorf("TableId %q", id)
	}
	delete(got, "TableId")
	key := func(name, kind string) any { return map[string]any{"AttributeName": name, "KeyType": kind} }
	attr := func(name, kind string) any { return map[string]any{"AttributeName": name, "AttributeType": kind} }
	units := func(read, write float64) any {
		return map[string]any{"NumberOfDecreasesToday": 0.0, "ReadCapacityUnits": read, "WriteCapacityUnits": write}
	}
	warm := func(read, write float64) any {
		return map[string]any{"ReadUnitsPerSecond": read, "WriteUnitsPerSecond": write, "Status": "ACTIVE"}
	}
	want := map[string]any{
		"TableName": "tab", "TableStatus": "CREATING", "TableArn": "arn:aws:dynamodb:us-east-1:123456789012:table/tab",
		"AttributeDefinitions": []any{attr("pk", "S"), attr("sk", "N"), attr("g", "B")},
		"KeySchema":            []any{key("pk", "HASH"), key("sk", "RANGE")},
		"CreationDateTime":     1792497600.0, "ItemCount": 0.0, "TableSizeBytes": 0.0, "DeletionProtectionEnabled": false,
		"ProvisionedThroughput": units(5, 6), "WarmThroughput": warm(5, 6),
		"LocalSecondaryIndexes": []any{map[string]any{
			"IndexName": "lsi", "IndexArn": "arn:aws:dynamodb:us-east-1:123456789012:table/tab/index/lsi",
			"KeySchema": []any{key("pk", "HASH"), key("g", "RANGE")}, "Projection": map[string]any{"ProjectionType": "ALL"},
			"ItemCount": 0.0, "IndexSizeBytes": 0.0,
		}},
		"GlobalSecondaryIndexes": []any{map[string]any{
			"IndexName": "gsi", "IndexArn": "arn:aws:dynamodb:us-east-1:123456789012:table/tab/index/gsi", "IndexStatus": "CREATING",
			"KeySchema": []any{key("g", "HASH")}, "Projection": map[string]any{"ProjectionType": "INCLUDE", "NonKeyAttributes": []any{"a"}},
			"ItemCount": 0.0, "IndexSizeBytes": 0.0, "ProvisionedThroughput": units(2, 3), "WarmThroughput": warm(2, 3),
		}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	got = f.table("tab")
	delete(got, "TableId")
	want["TableStatus"] = "ACTIVE"
	want["GlobalSecondaryIndexes"].([]any)[0].(map[string]any)["IndexStatus"] = "ACTIVE"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("described (-want +got)\n%s", diff)
	}
}

func TestCreateTableSettings(t *testing.T) {
	f := newFixture(t, catalog.Options{Region: "eu-west-1"})
	f.create("tab", `"StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_IMAGE"}`, `"SSESpecification":{"Enabled":true}`,
		`"TableClass":"STANDARD_INFREQUENT_ACCESS"`, `"DeletionProtectionEnabled":true`, `"OnDemandThroughput":{"MaxReadRequestUnits":7}`,
		`"WarmThroughput":{"WriteUnitsPerSecond":5000}`, `"Tags":[{"Key":"team","Value":"a"}]`)
	got := f.table("tab")
	for _, member := range []string{"TableId", "AttributeDefinitions", "KeySchema", "CreationDateTime", "ItemCount", "TableSizeBytes", "TableName", "TableStatus"} {
		delete(got, member)
	}
	want := map[string]any{
		"TableArn":                  "arn:aws:dynamodb:eu-west-1:123456789012:table/tab",
		"BillingModeSummary":        map[string]any{"BillingMode": "PAY_PER_REQUEST", "LastUpdateToPayPerRequestDateTime": 1792497600.0},
		"ProvisionedThroughput":     map[string]any{"NumberOfDecreasesToday": 0.0, "ReadCapacityUnits": 0.0, "WriteCapacityUnits": 0.0},
		"StreamSpecification":       map[string]any{"StreamEnabled": true, "StreamViewType": "NEW_IMAGE"},
		"LatestStreamLabel":         "2026-10-20T12:00:00.000",
		"LatestStreamArn":           "arn:aws:dynamodb:eu-west-1:123456789012:table/tab/stream/2026-10-20T12:00:00.000",
		"SSEDescription":            map[string]any{"Status": "ENABLED", "SSEType": "KMS", "KMSMasterKeyArn": "arn:aws:kms:eu-west-1:123456789012:alias/aws/dynamodb"},
		"TableClassSummary":         map[string]any{"TableClass": "STANDARD_INFREQUENT_ACCESS"},
		"DeletionProtectionEnabled": true,
		"OnDemandThroughput":        map[string]any{"MaxReadRequestUnits": 7.0, "MaxWriteRequestUnits": -1.0},
		"WarmThroughput":            map[string]any{"ReadUnitsPerSecond": 12000.0, "WriteUnitsPerSecond": 5000.0, "Status": "ACTIVE"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// request is a CreateTable request put together from members; the later wins.
func request(members ...string) string {
	all := append([]string{`"TableName":"tab"`, `"AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}]`,
		`"KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]`, `"BillingMode":"PAY_PER_REQUEST"`}, members...)
	return "{" + strings.Join(all, ",") + "}"
}

func defs(names ...string) string {
	for i, n := range names {
		names[i] = fmt.Sprintf(`{"AttributeName":%q,"AttributeType":"S"}`, n)
	}
	return `"AttributeDefinitions":[` + strings.Join(names, ",") + `]`
}

func keys(names ...string) string {
	for i, n := range names {
		names[i] = fmt.Sprintf(`{"AttributeName":%q,"KeyType":%q}`, n, []string{"HASH", "RANGE"}[min(i, 1)])
	}
	return `"KeySchema":[` + strings.Join(names, ",") + `]`
}

func index(name, keys string, members ...string) string {
	if len(members) == 0 {
		members = []string{`"Projection":{"ProjectionType":"ALL"}`}
	}
	return fmt.Sprintf(`{"IndexName":%q,%s,%s}`, name, keys, strings.Join(members, ","))
}

func global(list ...string) string {
	return `"GlobalSecondaryIndexes":[` + strings.Join(list, ",") + `]`
}

func local(list ...string) string {
	return `"LocalSecondaryIndexes":[` + strings.Join(list, ",") + `]`
}

const (
	invalid    = "ValidationException: "
	parameters = invalid + "One or more parameter values were invalid: "
	one        = invalid + "1 validation error detected: "
)

func TestCreateTableErrors(t *testing.T) {
	many := func(n int) (list []string) {
		for i := range n {
			list = append(list, index(fmt.Sprintf("idx%d", i), keys("pk", "sk")))
		}
		return list
	}
	for _, c := range []struct{ body, want string }{
		{`{}`, invalid + "The parameter 'TableName' is required but was not present in the request"},
		{`{"TableName":5}`, "NUMBER_VALUE cannot be converted to String"},
		{request(`"TableName":"ab"`, `"KeySchema":[]`), one + "Value 'ab' at 'tableName' failed to satisfy constraint: Member must have length greater than or equal to 3"},
		{request(`"TableName":"a;bc"`), one + "Value 'a;bc' at 'tableName' failed to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+"},
		{`{"TableName":"abc"}`, invalid + "2 validation errors detected: Value null at 'attributeDefinitions' failed to satisfy constraint: Member must not be null; " +
			"Value null at 'keySchema' failed to satisfy constraint: Member must not be null"},
		{request(`"KeySchema":[]`), one + "Value '[]' at 'keySchema' failed to satisfy constraint: Member must have length greater than or equal to 1"},
		{request(keys("a", "b", "c")), one + "Value '[KeySchemaElement(attributeName=a, keyType=HASH), KeySchemaElement(attributeName=b, keyType=RANGE), " +
			"KeySchemaElement(attributeName=c, keyType=RANGE)]' at 'keySchema' failed to satisfy constraint: Member must have length less than or equal to 2"},
		{request(`"KeySchema":[{"AttributeName":"pk","KeyType":"INVALID"}]`, `"BillingMode":"NO"`), invalid + "2 validation errors detected: " +
			"Value 'NO' at 'billingMode' failed to satisfy constraint: Member must satisfy enum value set: [PROVISIONED, PAY_PER_REQUEST]; " +
			"Value 'INVALID' at 'keySchema.1.member.keyType' failed to satisfy constraint: Member must satisfy enum value set: [HASH, RANGE]"},
		{request(`"AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"INVALID"}]`), one +
			"Value 'INVALID' at 'attributeDefinitions.1.member.attributeType' failed to satisfy constraint: Member must satisfy enum value set: [B, N, S]"},
		{request(`"ProvisionedThroughput":{"ReadCapacityUnits":1,"WriteCapacityUnits":0}`), one +
			"Value '0' at 'provisionedThroughput.writeCapacityUnits' failed to satisfy constraint: Member must have value greater than or equal to 1"},
		{request(`"ProvisionedThroughput":{"ReadCapacityUnits":1,"WriteCapacityUnits":1}`), parameters +
			"Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST"},
		{request(`"BillingMode":"PROVISIONED"`), parameters + "ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is PROVISIONED"},
		{request(`"BillingMode":"PROVISIONED"`, `"ProvisionedThroughput":{"ReadCapacityUnits":1000000000001,"WriteCapacityUnits":1}`), invalid +
			"Given value 1000000000001 for ReadCapacityUnits is out of bounds"},
		{request(`"OnDemandThroughput":{"MaxWriteRequestUnits":0}`), parameters + "Requested MaxWriteRequestUnits for OnDemandThroughput for table is outside of valid range"},
		{request(`"WarmThroughput":{"ReadUnitsPerSecond":11999}`), parameters + "Requested ReadUnitsPerSecond for WarmThroughput for table is lower than initial throughput for OnDemand. " +
			"See: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/warm-throughput.html"},
		{request(keys("pk", "pk")), invalid + "Invalid KeySchema: Some index key attribute have no definition"},
		{request(defs("pk", "pk")), invalid + "Attribute Name is duplicated: pk"},
		{request(defs("pk", "x"), keys("pk", "sk")), parameters + "Some index key attributes are not defined in AttributeDefinitions. Keys: [pk, sk], AttributeDefinitions: [pk, x]"},
		{request(defs("pk", "x"), keys("pk", "pk")), invalid + "Both the Hash Key and the Range Key element in the KeySchema have the same name"},
		{request(`"KeySchema":[{"AttributeName":"pk","KeyType":"RANGE"}]`), invalid + "Invalid KeySchema: The first KeySchemaElement is not a HASH key type"},
		{request(defs("pk", "extra")), parameters + "Number of attributes in KeySchema does not exactly match number of attributes defined in AttributeDefinitions"},
		{request(defs("pk", "g", "extra"), global(index("gsi", keys("g")))), parameters +
			"Some AttributeDefinitions are not used. AttributeDefinitions: [pk, g, extra], keys used: [pk, g]"},
		{request(`"LocalSecondaryIndexes":[]`), parameters + "List of LocalSecondaryIndexes is empty"},
		{request(`"GlobalSecondaryIndexes":[]`), parameters + "List of GlobalSecondaryIndexes is empty"},
		{request(defs("pk", "l"), local(index("lsi", keys("pk", "l")))), parameters +
			"Table KeySchema does not have a range key, which is required when specifying a LocalSecondaryIndex"},
		{request(defs("pk", "sk"), keys("pk", "sk"), local(index("lsi", keys("pk")))), parameters + "Index KeySchema does not have a range key for index: lsi"},
		{request(defs("pk", "sk", "o"), keys("pk", "sk"), local(index("lsi", keys("o", "sk")))), parameters +
			"Index KeySchema does not have the same leading hash key as table KeySchema for index: lsi. index hash key: o, table hash key: pk"},
		{request(defs("pk", "sk"), keys("pk", "sk"), local(many(6)...)), parameters + "Number of LocalSecondaryIndexes exceeds per-table limit of 5"},
		{request(defs("pk", "sk"), keys("pk", "sk"), global(many(21)...)), parameters + "GlobalSecondaryIndex count exceeds the per-table limit of 20"},
		{request(defs("pk", "g"), global(index("same", keys("g")), index("same", keys("pk")))), parameters + "Duplicate index name: same"},
		{request(global(index("x", keys("pk")))), one +
			"Value 'x' at 'globalSecondaryIndexes.1.member.indexName' failed to satisfy constraint: Member must have length greater than or equal to 3"},
		{request(global(index("gsi", keys("pk"), `"Projection":{}`))), parameters + "Unknown ProjectionType: null"},
		{request(global(index("gsi", keys("pk"), `"Projection":{"ProjectionType":"ALL","NonKeyAttributes":["a"]}`))), parameters +
			"ProjectionType is ALL, but NonKeyAttributes is specified"},
		{request(global(index("gsi", keys("pk"), `"Projection":{"ProjectionType":"INCLUDE"}`))), parameters +
			"ProjectionType is INCLUDE, but NonKeyAttributes is not specified"},
		{request(global(index("gsi", keys("pk"), `"Projection":{"ProjectionType":"INCLUDE","NonKeyAttributes":["a","a"]}`))), parameters +
			"Duplicate element in NonKeyAttributes: a"},
		{request(global(index("gsi", keys("pk"), `"Projection":{"ProjectionType":"ALL"}`, `"ProvisionedThroughput":{"ReadCapacityUnits":1,"WriteCapacityUnits":1}`))), parameters +
			"ProvisionedThroughput should not be specified for index: gsi when BillingMode is PAY_PER_REQUEST"},
		{request(`"BillingMode":"PROVISIONED"`, `"ProvisionedThroughput":{"ReadCapacityUnits":1,"WriteCapacityUnits":1}`, global(index("gsi", keys("pk")))), parameters +
			"ProvisionedThroughput is not specified for index: gsi"},
		{request(`"StreamSpecification":{"StreamEnabled":true}`), parameters + "Table is being created with a stream enabled, UpdateViewType is required"},
		{request(`"StreamSpecification":{"StreamEnabled":true,"StreamViewType":"ALL"}`), one +
			"Value 'ALL' at 'streamSpecification.streamViewType' failed to satisfy constraint: Member must satisfy enum value set: [KEYS_ONLY, NEW_AND_OLD_IMAGES, OLD_IMAGE, NEW_IMAGE]"},
		{request(`"TableClass":"COLD"`), invalid + "Invalid table-class parameter provided. Please try again with a valid table-class value: [STANDARD, STANDARD_INFREQUENT_ACCESS]."},
		{request(`"SSESpecification":{"Enabled":false,"SSEType":"KMS"}`), parameters + "SSEType can not be specified if Enabled is false"},
		{request(`"Tags":[{"Key":"a","Value":"1"},{"Key":"a","Value":"2"}]`), invalid + "Duplicate Tag Keys provided as input: Duplicate Tag Key found a"},
	} {
		f := newFixture(t, catalog.Options{})
		f.fails("CreateTable", c.body, c.want)
		if names := f.do("ListTables", `{}`)["TableNames"].([]any); len(names) > 0 {
			t.Errorf("%s: there is a table %v", c.body, names)
		}
	}
}
