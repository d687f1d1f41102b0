package catalog_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/catalog"
)

const inUse = "ResourceInUseException: Attempt to change a resource which is still in use: "

func adding(name, keys string, defs string) string {
	return defs + `,"GlobalSecondaryIndexUpdates":[{"Create":` + index(name, keys) + `}]`
}

func dropping(name string) string {
	return `"GlobalSecondaryIndexUpdates":[{"Delete":{"IndexName":"` + name + `"}}]`
}

// entries is the number of entries of an index, or what reading it says.
func (f *fixture) entries(name string) (int, string) {
	f.Helper()
	t, err := f.Open("tab")
	if err != nil {
		f.Fatal(err)
	}
	t.Mu.RLock()
	defer t.Mu.RUnlock()
	x, err := t.OpenIndex(name)
	if err != nil {
		return 0, err.Error()
	}
	return x.Tree.Count(), ""
}

// indexState is the table's status, and the index's with its backfilling.
func (f *fixture) indexState() []any {
	f.Helper()
	table := f.table("tab")
	list, _ := table["GlobalSecondaryIndexes"].([]any)
	if len(list) == 0 {
		return []any{table["TableStatus"]}
	}
	x := list[0].(map[string]any)
	return []any{table["TableStatus"], x["IndexStatus"], x["Backfilling"], x["ItemCount"]}
}

func (f *fixture) wantState(want ...any) {
	f.Helper()
	if diff := cmp.Diff(want, f.indexState()); diff != "" {
		f.Errorf("(-want +got)\n%s", diff)
	}
}

func TestIndexStates(t *testing.T) {
	f := newFixture(t, catalog.Options{IndexDelay: 10 * time.Minute})
	f.create("tab")
	f.put("tab", `{"pk":{"S":"a"},"g":{"S":"x"}}`)
	f.put("tab", `{"pk":{"S":"b"},"g":{"N":"1"}}`) // not of the key's type: not in the index
	f.update(adding("gsi", keys("g"), defs("g")))
	f.wantState("UPDATING", "CREATING", false, 1.0)
	f.put("tab", `{"pk":{"S":"c"},"g":{"S":"x"}}`)
	if _, got := f.entries("gsi"); got != invalid+"Cannot read from backfilling global secondary index: gsi" {
		t.Error(got)
	}
	f.fails("DeleteTable", `{"TableName":"tab"}`, inUse+"Cannot delete table while indexes are being created, updated, or deleted.")
	f.updateFails(dropping("gsi"), inUse+"Index creation is in resource allocation phase. "+
		"Retry deletion during backfilling phase or when the index is active. Table: tab Index: gsi")
	f.updateFails(adding("other", keys("g"), defs("g")), "LimitExceededException: Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per table")
	f.Advance(5 * time.Minute)
	f.wantState("ACTIVE", "CREATING", true, 2.0)
	f.Advance(5 * time.Minute)
	f.wantState("ACTIVE", "ACTIVE", nil, 2.0)
	if n, got := f.entries("gsi"); n != 2 || got != "" {
		t.Error(n, got)
	}
	f.update(dropping("gsi"))
	f.wantState("ACTIVE", "DELETING", nil, 0.0)
	if _, got := f.entries("gsi"); got != invalid+"The table does not have the specified index: gsi" {
		t.Error(got)
	}
	f.updateFails(dropping("gsi"), inUse+"Index is being deleted. Table: tab Index: gsi")
	f.Advance(10 * time.Minute)
	f.wantState("ACTIVE")
	if got := f.table("tab")["AttributeDefinitions"].([]any); len(got) != 1 {
		t.Errorf("definitions %v", got)
	}
}

func TestIndexWithoutDelay(t *testing.T) {
	f := newFixture(t, catalog.Options{})
	f.create("tab")
	f.put("tab", `{"pk":{"S":"a"},"g":{"S":"x"}}`)
	got := f.update(adding("gsi", keys("g", "pk"), defs("g", "pk")))
	x := got["GlobalSecondaryIndexes"].([]any)[0].(map[string]any)
	if diff := cmp.Diff([]any{"UPDATING", "CREATING", false}, []any{got["TableStatus"], x["IndexStatus"], x["Backfilling"]}); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	f.wantState("ACTIVE", "ACTIVE", nil, 1.0)
	f.update(dropping("gsi"))
	f.wantState("ACTIVE")
	f.update(adding("gsi", keys("g"), `"AttributeDefinitions":[{"AttributeName":"g","AttributeType":"N"}]`))
	f.wantState("ACTIVE", "ACTIVE", nil, 0.0)
}

func TestIndexDroppedWhileBackfilling(t *testing.T) {
	f := newFixture(t, catalog.Options{IndexDelay: time.Minute})
	f.create("tab")
	f.update(adding("gsi", keys("g"), defs("g")))
	f.Advance(40 * time.Second)
	f.update(dropping("gsi"))
	f.wantState("ACTIVE", "DELETING", nil, 0.0)
	f.Advance(time.Minute)
	f.wantState("ACTIVE")
}

func TestUpdateIndexErrors(t *testing.T) {
	f := newFixture(t, catalog.Options{})
	f.do("CreateTable", request(`"TableName":"tab"`, `"BillingMode":"PROVISIONED"`, fivePlusFive, defs("pk", "sk", "g"), keys("pk", "sk"), local(index("lsi", keys("pk", "g"))),
		global(index("gsi", keys("g"), `"Projection":{"ProjectionType":"ALL"}`, `"ProvisionedThroughput":{"ReadCapacityUnits":1,"WriteCapacityUnits":2}`))))
	units := `"ProvisionedThroughput":{"ReadCapacityUnits":1,"WriteCapacityUnits":2}`
	create := func(name, keys string) string {
		return `"GlobalSecondaryIndexUpdates":[{"Create":` + index(name, keys, `"Projection":{"ProjectionType":"ALL"}`, units) + `}]`
	}
	change := func(name string) string {
		return `"GlobalSecondaryIndexUpdates":[{"Update":{"IndexName":"` + name + `",` + units + `}}]`
	}
	for _, c := range []struct{ members, want string }{
		{create("gsi", keys("nothing")), invalid + "Attempting to create an index which already exists"},
		{create("lsi", keys("g")), invalid + "Attempting to create an index which already exists"},
		{create("new", keys("a")), parameters + "AttributeDefinitions is not specified for index: new"},
		{defs("b") + "," + create("new", keys("a")), parameters + "Some index key attributes are not defined in AttributeDefinitions. Keys: [a], AttributeDefinitions: [b]"},
		{`"AttributeDefinitions":[{"AttributeName":"g","AttributeType":"N"}],` + create("new", keys("g")), invalid +
			"Attributes cannot be redefined. Please check that your attribute has the same type as previously defined. " +
			"Existing schema: Schema:[SchemaElement: key{g:S:HASH}] New schema: Schema:[SchemaElement: key{g:N:HASH}]"},
		{adding("new", keys("a"), defs("a")), parameters + "ProvisionedThroughput is not specified for index: new"},
		{dropping("none"), notFound + ": Index none for table tab"},
		{dropping("lsi"), invalid + "Cannot delete an index that is not a GlobalSecondaryIndex: lsi"},
		{change("lsi"), invalid + "Cannot update an index that is not a GlobalSecondaryIndex: lsi"},
		{change("gsi"), invalid + "The provisioned throughput for the index gsi will not change. The requested value equals the current value. " +
			"Current ReadCapacityUnits provisioned for the index: 1. Requested ReadCapacityUnits: 1. " +
			"Current WriteCapacityUnits provisioned for the index: 2. Requested WriteCapacityUnits: 2. " +
			"Refer to the Amazon DynamoDB Developer Guide for current limits and how to request higher limits."},
		{`"GlobalSecondaryIndexUpdates":[{"Update":{"IndexName":"gsi"}}]`, parameters + "Both ReadCapacityUnits and WriteCapacityUnits must be specified for index: gsi"},
		{`"GlobalSecondaryIndexUpdates":[{"Delete":{"IndexName":"gsi"},"Update":{"IndexName":"gsi"}}]`, parameters +
			"Only one global secondary index action is allowed per GlobalSecondaryIndexUpdate object"},
		{`"GlobalSecondaryIndexUpdates":[{"Delete":{"IndexName":"gsi"}},{"Delete":{"IndexName":"gsi"}}]`, parameters +
			"Only one global secondary index update per index is allowed simultaneously. Index: gsi"},
		{defs("a") + `,"GlobalSecondaryIndexUpdates":[{"Delete":{"IndexName":"gsi"}},{"Create":` +
			index("new", keys("a"), `"Projection":{"ProjectionType":"ALL"}`, units) + `}]`,
			"LimitExceededException: Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per table"},
	} {
		before := f.table("tab")
		f.updateFails(c.members, c.want)
		if diff := cmp.Diff(before, f.table("tab")); diff != "" {
			t.Errorf("%s changed the table (-before +after)\n%s", c.members, diff)
		}
	}
}
