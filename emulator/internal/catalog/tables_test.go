package catalog_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/catalog"
)

const notFound = "ResourceNotFoundException: Requested resource not found"

func TestTableStates(t *testing.T) {
	f := newFixture(t, catalog.Options{CreateDelay: 10 * time.Second, DeleteDelay: 5 * time.Second})
	f.create("tab")
	busy := "ResourceInUseException: Attempt to change a resource which is still in use: Table is being created: tab"
	f.Advance(9 * time.Second)
	if got := f.status("tab"); got != "CREATING" {
		t.Errorf("status %s", got)
	}
	if _, err := f.Open("tab"); err == nil || err.Error() != notFound {
		t.Errorf("Open = %v", err)
	}
	f.fails("CreateTable", simple("tab"), busy)
	f.fails("DeleteTable", `{"TableName":"tab"}`, busy)
	f.fails("UpdateTable", `{"TableName":"tab","TableClass":"STANDARD"}`, busy)
	f.fails("UpdateTimeToLive", `{"TableName":"tab","TimeToLiveSpecification":{"AttributeName":"a","Enabled":true}}`, notFound+": Table: tab not found")
	f.fails("DescribeTimeToLive", `{"TableName":"tab"}`, invalid+"Cannot describe time to live while table is in CREATING state: Current table state is CREATING")
	f.Advance(time.Second)
	if got := f.status("tab"); got != "ACTIVE" {
		t.Errorf("status %s", got)
	}
	f.fails("CreateTable", simple("tab"), "ResourceInUseException: Table already exists: tab")
	got := f.do("DeleteTable", `{"TableName":"tab"}`)["TableDescription"].(map[string]any)["TableStatus"]
	if got != "DELETING" || f.status("tab") != "DELETING" {
		t.Errorf("status %s, %s", got, f.status("tab"))
	}
	if _, err := f.Open("tab"); err == nil {
		t.Error("a table that is being deleted was opened")
	}
	f.fails("DeleteTable", `{"TableName":"tab"}`, "ResourceInUseException: Attempt to change a resource which is still in use: Table is being deleted: tab")
	f.Advance(5 * time.Second)
	f.fails("DescribeTable", `{"TableName":"tab"}`, notFound+": Table: tab not found")
	f.create("tab")
}

func TestNoDelays(t *testing.T) {
	f := newFixture(t, catalog.Options{})
	f.create("tab")
	if _, err := f.Open("tab"); err != nil {
		t.Error(err)
	}
	got := f.do("DeleteTable", `{"TableName":"tab"}`)["TableDescription"].(map[string]any)
	delete(got, "TableId")
	want := map[string]any{
		"TableName": "tab", "TableStatus": "DELETING", "TableArn": "arn:aws:dynamodb:us-east-1:123456789012:table/tab",
		"ItemCount": 0.0, "TableSizeBytes": 0.0, "DeletionProtectionEnabled": false,
		"BillingModeSummary":    map[string]any{"BillingMode": "PAY_PER_REQUEST", "LastUpdateToPayPerRequestDateTime": 1792497600.0},
		"ProvisionedThroughput": map[string]any{"NumberOfDecreasesToday": 0.0, "ReadCapacityUnits": 0.0, "WriteCapacityUnits": 0.0},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	f.fails("DescribeTable", `{"TableName":"tab"}`, notFound+": Table: tab not found")
	f.create("tab")
}

func TestDeletionProtection(t *testing.T) {
	f := newFixture(t, catalog.Options{})
	f.create("tab", `"DeletionProtectionEnabled":true`)
	f.fails("DeleteTable", `{"TableName":"tab"}`, invalid+"Resource cannot be deleted as it is currently protected against deletion. Disable deletion protection first.")
	got := f.do("UpdateTable", `{"TableName":"tab","DeletionProtectionEnabled":false}`)["TableDescription"].(map[string]any)
	if got["TableStatus"] != "ACTIVE" || got["DeletionProtectionEnabled"] != false {
		t.Errorf("%v %v", got["TableStatus"], got["DeletionProtectionEnabled"])
	}
	f.do("DeleteTable", `{"TableName":"tab"}`)
}

func TestOpenByARN(t *testing.T) {
	f := newFixture(t, catalog.Options{})
	f.create("tab")
	arn := "arn:aws:dynamodb:us-east-1:123456789012:table/tab"
	got, err := f.Open(arn)
	if err != nil {
		t.Fatal(err)
	}
	if got.Name != "tab" || got.ARN != arn {
		t.Errorf("%s %s", got.Name, got.ARN)
	}
	for _, other := range []string{arn + "/index/x", "arn:aws:dynamodb:eu-west-1:123456789012:table/tab", "arn:aws:dynamodb:us-east-1:000000000000:table/tab", "arn:", ""} {
		if _, err := f.Open(other); err == nil || err.Error() != notFound {
			t.Errorf("Open(%q) = %v", other, err)
		}
	}
	f.do("DescribeTable", fmt.Sprintf(`{"TableName":%q}`, arn))
}

func TestTableNames(t *testing.T) {
	f := newFixture(t, catalog.Options{})
	for _, op := range []string{"DescribeTable", "DeleteTable", "UpdateTable", "UpdateTimeToLive", "DescribeTimeToLive", "DescribeContinuousBackups"} {
		f.fails(op, `{}`, invalid+"The parameter 'TableName' is required but was not present in the request")
		f.fails(op, `{"TableName":""}`, one+"Value '' at 'tableName' failed to satisfy constraint: Member must have length greater than or equal to 1")
		f.fails(op, `{"TableName":"a b"}`, one+"Value 'a b' at 'tableName' failed to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+")
		f.fails(op, `[]`, "START_ARRAY cannot be converted to Map")
	}
}

// list pages through all names and returns the pages.
func list(f *fixture, more string) (pages [][]any) {
	start := ""
	for {
		answer := f.do("ListTables", fmt.Sprintf(`{%s%s}`, start, more))
		pages = append(pages, answer["TableNames"].([]any))
		last, ok := answer["LastEvaluatedTableName"]
		if !ok {
			return pages
		}
		start = fmt.Sprintf(`"ExclusiveStartTableName":%q`, last)
		if more != "" {
			start += ","
		}
	}
}

func TestListTables(t *testing.T) {
	f := newFixture(t, catalog.Options{})
	if diff := cmp.Diff([][]any{{}}, list(f, "")); diff != "" {
		t.Errorf("none (-want +got)\n%s", diff)
	}
	for i := range 101 {
		f.create(fmt.Sprintf("tab%03d", i))
	}
	pages := list(f, "")
	if len(pages) != 2 || len(pages[0]) != 100 || pages[0][0] != "tab000" || pages[1][0] != "tab100" {
		t.Errorf("pages %v", pages)
	}
	if pages := list(f, `"Limit":40`); len(pages) != 3 || len(pages[2]) != 21 {
		t.Errorf("pages of 40: %v", pages)
	}
	got := f.do("ListTables", `{"ExclusiveStartTableName":"tab0995"}`)
	if diff := cmp.Diff(map[string]any{"TableNames": []any{"tab100"}}, got); diff != "" {
		t.Errorf("after a name that is not there (-want +got)\n%s", diff)
	}
	f.fails("ListTables", `{"Limit":0}`, one+"Value '0' at 'limit' failed to satisfy constraint: Member must have value greater than or equal to 1")
	f.fails("ListTables", `{"Limit":101}`, one+"Value '101' at 'limit' failed to satisfy constraint: Member must have value less than or equal to 100")
	f.fails("ListTables", `{"ExclusiveStartTableName":"a"}`, one+"Value 'a' at 'exclusiveStartTableName' failed to satisfy constraint: Member must have length greater than or equal to 3")
}

func TestUnknownOperation(t *testing.T) {
	if _, handled, err := catalog.New(catalog.Options{}).Call("PutItem", nil); handled || err != nil {
		t.Errorf("handled %v, %v", handled, err)
	}
}

func TestAccount(t *testing.T) {
	f := newFixture(t, catalog.Options{Endpoint: "127.0.0.1:9000"})
	f.create("tab")
	for op, want := range map[string]map[string]any{
		"DescribeLimits": {"AccountMaxReadCapacityUnits": 80000.0, "AccountMaxWriteCapacityUnits": 80000.0,
			"TableMaxReadCapacityUnits": 40000.0, "TableMaxWriteCapacityUnits": 40000.0},
		"DescribeEndpoints": {"Endpoints": []any{map[string]any{"Address": "127.0.0.1:9000", "CachePeriodInMinutes": 1440.0}}},
		"DescribeContinuousBackups": {"ContinuousBackupsDescription": map[string]any{"ContinuousBackupsStatus": "ENABLED",
			"PointInTimeRecoveryDescription": map[string]any{"PointInTimeRecoveryStatus": "DISABLED"}}},
	} {
		if diff := cmp.Diff(want, f.do(op, `{"TableName":"tab"}`)); diff != "" {
			t.Errorf("%s (-want +got)\n%s", op, diff)
		}
	}
	f.fails("DescribeContinuousBackups", `{"TableName":"none"}`, "TableNotFoundException: Table not found: none")
}
