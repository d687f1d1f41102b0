package catalog_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/catalog"
)

const fivePlusFive = `"BillingMode":"PROVISIONED","ProvisionedThroughput":{"ReadCapacityUnits":5,"WriteCapacityUnits":5}`

// update calls UpdateTable on tab.
func (f *fixture) update(members string) map[string]any {
	f.Helper()
	return f.do("UpdateTable", `{"TableName":"tab",`+members+`}`)["TableDescription"].(map[string]any)
}

func (f *fixture) updateFails(members, want string) {
	f.Helper()
	f.fails("UpdateTable", `{"TableName":"tab",`+members+`}`, want)
}

// throughput is what the partition model gets to see.
func (f *fixture) throughput(index string) catalog.Throughput {
	f.Helper()
	t, err := f.Open("tab")
	if err != nil {
		f.Fatal(err)
	}
	t.Mu.RLock()
	defer t.Mu.RUnlock()
	if index == "" {
		return t.Throughput()
	}
	got, ok := t.IndexThroughput(index)
	if !ok {
		f.Errorf("no global index %s", index)
	}
	return got
}

func TestUpdateThroughput(t *testing.T) {
	f := newFixture(t, catalog.Options{})
	f.create("tab", fivePlusFive)
	f.Advance(time.Minute)
	if got := f.update(`"ProvisionedThroughput":{"ReadCapacityUnits":20,"WriteCapacityUnits":15}`)["TableStatus"]; got != "UPDATING" {
		t.Errorf("status %s", got)
	}
	f.Advance(time.Minute)
	f.update(`"ProvisionedThroughput":{"ReadCapacityUnits":10,"WriteCapacityUnits":15}`)
	want := map[string]any{"ReadCapacityUnits": 10.0, "WriteCapacityUnits": 15.0, "NumberOfDecreasesToday": 1.0,
		"LastIncreaseDateTime": 1792497660.0, "LastDecreaseDateTime": 1792497720.0}
	if diff := cmp.Diff(want, f.table("tab")["ProvisionedThroughput"]); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if got := f.status("tab"); got != "ACTIVE" {
		t.Errorf("status %s", got)
	}
	if diff := cmp.Diff(catalog.Throughput{Read: 10, Write: 15, WarmRead: 20, WarmWrite: 15}, f.throughput("")); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	f.updateFails(`"ProvisionedThroughput":{"ReadCapacityUnits":10,"WriteCapacityUnits":15}`, invalid+
		"The provisioned throughput for the table will not change. The requested value equals the current value. "+
		"Current ReadCapacityUnits provisioned for the table: 10. Requested ReadCapacityUnits: 10. "+
		"Current WriteCapacityUnits provisioned for the table: 15. Requested WriteCapacityUnits: 15. "+
		"Refer to the Amazon DynamoDB Developer Guide for current limits and how to request higher limits.")
}

func TestDecreasesInADay(t *testing.T) {
	f := newFixture(t, catalog.Options{})
	f.create("tab", `"BillingMode":"PROVISIONED","ProvisionedThroughput":{"ReadCapacityUnits":50,"WriteCapacityUnits":5}`)
	lower := func(n int) string {
		return fmt.Sprintf(`"ProvisionedThroughput":{"ReadCapacityUnits":%d,"WriteCapacityUnits":5}`, n)
	}
	for i := range 4 {
		f.update(lower(40 - i))
	}
	f.updateFails(lower(30), "LimitExceededException: Subscriber limit exceeded: Provisioned throughput decreases are limited within a given UTC day. "+
		"After the first 4 decreases, each subsequent decrease in the same UTC day can be performed at most once every 3600 seconds. "+
		"Number of decreases today: 4. Last decrease at Tuesday, October 20, 2026 at 12:00:00 PM UTC. Next decrease can be made at Tuesday, October 20, 2026 at 1:00:00 PM UTC")
	f.update(lower(60))
	f.Advance(time.Hour)
	f.update(lower(30))
	f.Advance(24 * time.Hour)
	f.update(lower(20))
	if got := f.table("tab")["ProvisionedThroughput"].(map[string]any)["NumberOfDecreasesToday"]; got != 1.0 {
		t.Errorf("decreases %v", got)
	}
}

func TestBillingMode(t *testing.T) {
	f := newFixture(t, catalog.Options{})
	f.do("CreateTable", request(`"TableName":"tab"`, defs("pk", "g"), `"BillingMode":null`, fivePlusFive,
		global(index("gsi", keys("g"), `"Projection":{"ProjectionType":"ALL"}`, `"ProvisionedThroughput":{"ReadCapacityUnits":1,"WriteCapacityUnits":1}`))))
	f.update(`"BillingMode":"PAY_PER_REQUEST","OnDemandThroughput":{"MaxReadRequestUnits":100}`)
	want := catalog.Throughput{OnDemand: true, MaxRead: 100, WarmRead: 12000, WarmWrite: 4000}
	if diff := cmp.Diff(want, f.throughput("")); diff != "" {
		t.Errorf("table (-want +got)\n%s", diff)
	}
	want.MaxRead = 0
	if diff := cmp.Diff(want, f.throughput("gsi")); diff != "" {
		t.Errorf("index (-want +got)\n%s", diff)
	}
	f.update(`"BillingMode":"PAY_PER_REQUEST"`)
	f.update(`"OnDemandThroughput":{"MaxReadRequestUnits":-1}`)
	f.update(`"WarmThroughput":{"ReadUnitsPerSecond":13000}`)
	f.updateFails(`"WarmThroughput":{"ReadUnitsPerSecond":12000}`, parameters+
		"Requested ReadUnitsPerSecond for WarmThroughput for table is lower than current WarmThroughput, decreasing WarmThroughput is not supported")
	f.updateFails(fivePlusFive, parameters+"ProvisionedThroughput must be specified for index: gsi")
	f.updateFails(`"ProvisionedThroughput":{"ReadCapacityUnits":5,"WriteCapacityUnits":5}`, parameters+
		"Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST")
	f.update(fivePlusFive + `,"GlobalSecondaryIndexUpdates":[{"Update":{"IndexName":"gsi","ProvisionedThroughput":{"ReadCapacityUnits":6,"WriteCapacityUnits":7}}}]`)
	if diff := cmp.Diff(catalog.Throughput{Read: 5, Write: 5, WarmRead: 13000, WarmWrite: 4000}, f.throughput("")); diff != "" {
		t.Errorf("table (-want +got)\n%s", diff)
	}
	if diff := cmp.Diff(catalog.Throughput{Read: 6, Write: 7, WarmRead: 12000, WarmWrite: 4000}, f.throughput("gsi")); diff != "" {
		t.Errorf("index (-want +got)\n%s", diff)
	}
	if got := f.table("tab")["BillingModeSummary"].(map[string]any)["BillingMode"]; got != "PROVISIONED" {
		t.Errorf("mode %s", got)
	}
}

func TestUpdateTableErrors(t *testing.T) {
	f := newFixture(t, catalog.Options{})
	f.create("tab")
	f.fails("UpdateTable", `{"TableName":"none","TableClass":"STANDARD"}`, notFound+": Table: none not found")
	stream := `"StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_IMAGE"}`
	drop := `"GlobalSecondaryIndexUpdates":[{"Delete":{"IndexName":"gsi"}}]`
	for _, c := range []struct{ members, want string }{
		{`"AttributeDefinitions":[]`, invalid + "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, GlobalSecondaryIndexUpdates, " +
			"SSESpecification, ReplicaUpdates, MultiAccountReplicaReady, ReplicaTransitRoleArn, MultiRegionConsistency, " +
			"DeletionProtectionEnabled, OnDemandThroughput, WarmThroughput or TableClass is required"},
		{`"DeletionProtectionEnabled":true,"SSESpecification":{"Enabled":true}`, parameters + "Server-Side Encryption modification must be the only operation in the request"},
		{`"DeletionProtectionEnabled":true,"TableClass":"STANDARD"`, parameters + "TableClass modification must be the only operation in the request"},
		{`"DeletionProtectionEnabled":true,` + stream, parameters + "DeletionProtection modification must be the only operation in the request"},
		{`"WarmThroughput":{},` + stream, parameters + "WarmThroughput must be the only operation in the request"},
		{`"OnDemandThroughput":{},` + stream, parameters + "OnDemandThroughput can only be combined with BillingMode in an UpdateTable request"},
		{fivePlusFive + "," + stream, parameters + "You cannot modify stream status while updating table IOPS"},
		{fivePlusFive + "," + drop, parameters + "You cannot create or delete index while updating table IOPS"},
		{stream + "," + drop, parameters + "You cannot create or delete index while changing stream status"},
		{`"BillingMode":"PROVISIONED"`, parameters + "ProvisionedThroughput must be specified when BillingMode is PROVISIONED"},
		{`"ProvisionedThroughput":{"ReadCapacityUnits":0,"WriteCapacityUnits":5}`, one +
			"Value '0' at 'provisionedThroughput.readCapacityUnits' failed to satisfy constraint: Member must have value greater than or equal to 1"},
		{`"StreamSpecification":{"StreamEnabled":true}`, parameters + "If stream is being enabled then UpdateViewType is required"},
		{`"StreamSpecification":{"StreamEnabled":false,"StreamViewType":"KEYS_ONLY"}`, parameters + "If stream is being disabled, then UpdateViewType must not be specified"},
		{`"StreamSpecification":{"StreamEnabled":false}`, invalid + "Table has no stream to disable: TableName: tab"},
		{`"SSESpecification":{"Enabled":false}`, parameters + "Table is already encrypted by default"},
		{`"GlobalSecondaryIndexUpdates":[{}]`, parameters + "One of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create, GlobalSecondaryIndexUpdate.Delete must not be null"},
		{`"OnDemandThroughput":{"MaxReadRequestUnits":0}`, parameters + "Requested MaxReadRequestUnits for OnDemandThroughput for table is outside of valid range"},
		{`"TableClass":3`, "NUMBER_VALUE cannot be converted to String"},
	} {
		before := f.table("tab")
		f.updateFails(c.members, c.want)
		if diff := cmp.Diff(before, f.table("tab")); diff != "" {
			t.Errorf("%s changed the table (-before +after)\n%s", c.members, diff)
		}
	}
}

func TestSettingsChange(t *testing.T) {
	f := newFixture(t, catalog.Options{})
	f.create("tab")
	f.update(`"TableClass":"STANDARD"`)
	if got, ok := f.table("tab")["TableClassSummary"]; ok {
		t.Errorf("a class that was the default is shown: %v", got)
	}
	f.update(`"TableClass":"STANDARD_INFREQUENT_ACCESS"`)
	f.update(`"SSESpecification":{"Enabled":true,"SSEType":"KMS","KMSMasterKeyId":"1234"}`)
	f.updateFails(`"SSESpecification":{"Enabled":true,"SSEType":"KMS","KMSMasterKeyId":"1234"}`, parameters+
		"Table is already encrypted with given KMSMasterKeyId. Use KMSMasterKeyId parameter if you want to change Master Key")
	got := f.table("tab")
	want := map[string]any{
		"TableClassSummary": map[string]any{"TableClass": "STANDARD_INFREQUENT_ACCESS", "LastUpdateDateTime": 1792497600.0},
		"SSEDescription":    map[string]any{"Status": "ENABLED", "SSEType": "KMS", "KMSMasterKeyArn": "arn:aws:kms:us-east-1:123456789012:key/1234"},
	}
	if diff := cmp.Diff(want, map[string]any{"TableClassSummary": got["TableClassSummary"], "SSEDescription": got["SSEDescription"]}); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	f.update(`"SSESpecification":{"Enabled":false}`)
	if _, ok := f.table("tab")["SSEDescription"]; ok {
		t.Error("encryption is shown after it was turned off")
	}
}
