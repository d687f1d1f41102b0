package highcardinality_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/ddbpatterns/ddbpatterns/patterns/highcardinality"
	"github.com/ddbpatterns/ddbpatterns/patterns/internal/patterntest"
	"github.com/ddbpatterns/ddbpatterns/spread"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

func tenants(o highcardinality.TenantsOptions) patterntest.Run[highcardinality.TenantsResult] {
	return func(ctx context.Context, client *dynamodb.Client, stage transcript.Stage) (highcardinality.TenantsResult, error) {
		return highcardinality.RunTenants(ctx, client, stage, o)
	}
}

func TestTenantsGolden(t *testing.T) {
	patterntest.GoldenVariant(t, "high-cardinality-tenants", highcardinality.TenantsResult{
		Written: 1000,
		Plain: highcardinality.Load{
			Keys: 94, Hottest: spread.KeyCount{Key: "TENANT#t0", Items: 887}, Share: 88.7, Allows: 1127, Refused: 2548,
		},
		Shards: 4,
		Sharded: highcardinality.Load{
			Keys: 97, Hottest: spread.KeyCount{Key: "TENANT#t0#0", Items: 222}, Share: 22.2, Allows: 4504,
		},
		PerShard: []int{222, 222, 222, 221},
		Other:    3,
	}, tenants(highcardinality.TenantsOptions{}))
}

// The shards follow from the rate; below what one key takes there is one.
func TestTenantsShards(t *testing.T) {
	for _, tt := range []struct {
		o             highcardinality.TenantsOptions
		shards, still int
		title         string
	}{
		{highcardinality.TenantsOptions{Rate: 1}, 1, 0, "TENANT#t0 left on one key"},
		{highcardinality.TenantsOptions{Rate: 1127}, 1, 0, "TENANT#t0 left on one key"},
		{highcardinality.TenantsOptions{Rate: 1128}, 2, 0, "TENANT#t0 split over 2 keys"},
		{highcardinality.TenantsOptions{Rate: 20_000}, 18, 0, "TENANT#t0 split over 18 keys"},
		{highcardinality.TenantsOptions{Events: 4, Tenants: 2, Share: 100, Rate: 4000}, 4, 0, "TENANT#t0 split over 4 keys"},
		// Four events on four keys is as far as they spread.
		{highcardinality.TenantsOptions{Events: 4, Tenants: 2, Share: 100, Rate: 8000}, 8, 1000, "TENANT#t0 split over 8 keys"},
	} {
		got := patterntest.Play(t, tenants(tt.o))
		patterntest.Ended(t, "", got)
		patterntest.Equal(t, []int{tt.shards, tt.still}, []int{got.Result.Shards, got.Result.Sharded.Refused})
		if !strings.Contains(got.Output, "=== "+tt.title+" ===\n") {
			t.Errorf("no section %q:\n%s", tt.title, got.Output)
		}
	}
}

func TestTenantsAnotherSeed(t *testing.T) {
	o := highcardinality.TenantsOptions{Events: 100, Seed: 7}
	first := patterntest.Play(t, tenants(o))
	patterntest.Ended(t, "", first)
	patterntest.Equal(t, first, patterntest.Play(t, tenants(o)))
}

func TestTenantsValidate(t *testing.T) {
	for o, want := range map[highcardinality.TenantsOptions]string{
		{Events: -1}:         "--events must be at least 1, got -1",
		{Events: 10_000_001}: "--events must be at most 10000000, got 10000001",
		{Tenants: 1}:         "--tenants must be at least 2, got 1",
		{Tenants: -3}:        "--tenants must be at least 2, got -3",
		{Share: -1}:          "--share must be at least 1, got -1",
		{Share: 101}:         "--share must be at most 100, got 101",
		{Rate: -1}:           "--rate must be at least 1, got -1",
		{Rate: 1_000_001}:    "--rate must be at most 1000000, got 1000001",
	} {
		got := patterntest.Play(t, tenants(o))
		patterntest.Ended(t, want, got)
		patterntest.Equal(t, "", got.Output)
	}
}

func TestTenantsFailingCalls(t *testing.T) {
	broken := errors.New("cable cut")
	for _, tt := range []struct {
		fail func(*dynamodb.Options)
		want string
	}{
		{patterntest.FailAll[*dynamodb.CreateTableInput](broken), "create table p34-tenants: cable cut"},
		{patterntest.FailAll[*dynamodb.PutItemInput](broken), "put shards of TENANT#t0 in p34-tenants: cable cut"},
		{patterntest.FailAll[*dynamodb.BatchWriteItemInput](broken), "write batch to p34-tenants: cable cut"},
		{patterntest.FailAll[*dynamodb.GetItemInput](broken), "get shards of TENANT#t0 from p34-tenants: cable cut"},
		{failQuery("TENANT#t0#2", broken), "query shard 2 of p34-tenants: cable cut"},
		{failQuery("TENANT#t231", broken), "query shard 0 of p34-tenants: cable cut"},
	} {
		patterntest.Ended(t, tt.want, patterntest.Play(t, tenants(highcardinality.TenantsOptions{}), tt.fail))
	}
}

// failQuery makes the query of one key fail.
func failQuery(key string, err error) func(*dynamodb.Options) {
	return patterntest.FailOn(func(in any) error {
		if asked(in) == key {
			return err
		}
		return nil
	})
}

// What the table says of its shards is not trusted blindly.
func TestTenantsConfig(t *testing.T) {
	for want, value := range map[string]types.AttributeValue{
		"get shards of TENANT#t0 from p34-tenants: the item has no number of shards":            &types.AttributeValueMemberS{Value: "4"},
		"get shards of TENANT#t0 from p34-tenants: 0 shards":                                    &types.AttributeValueMemberN{Value: "0"},
		"get shards of TENANT#t0 from p34-tenants: 10001 shards":                                &types.AttributeValueMemberN{Value: "10001"},
		`get shards of TENANT#t0 from p34-tenants: strconv.Atoi: parsing "1.5": invalid syntax`: &types.AttributeValueMemberN{Value: "1.5"},
		"TENANT#t0#4 in p34-tenants: 0 events were written, 1 found":                            nil,
	} {
		got := patterntest.Play(t, tenants(highcardinality.TenantsOptions{}), patterntest.Alter(func(in, out any) {
			switch out := out.(type) {
			case *dynamodb.GetItemOutput:
				if out.Item["shards"] = value; value == nil {
					out.Item["shards"] = &types.AttributeValueMemberN{Value: "5"}
				}
			case *dynamodb.QueryOutput:
				if asked(in) == "TENANT#t0#4" {
					out.Items = append(out.Items, map[string]types.AttributeValue{"SK": &types.AttributeValueMemberS{Value: "EVENT#1"}})
				}
			}
		}))
		patterntest.Ended(t, want, got)
	}
}

func TestTenantsLosses(t *testing.T) {
	for want, once := range map[string]bool{
		"": true,
		"TENANT#t0#1 in p34-tenants: 222 events were written, 221 found": false,
	} {
		got := patterntest.Play(t, tenants(highcardinality.TenantsOptions{}), patterntest.Alter(func(in, out any) {
			if asked(in) == "TENANT#t0#1" && (!once || in.(*dynamodb.QueryInput).ConsistentRead == nil) {
				page := out.(*dynamodb.QueryOutput)
				page.Items = page.Items[1:]
			}
		}))
		patterntest.Ended(t, want, got)
	}
}

func TestTenantsClosedOutput(t *testing.T) {
	patterntest.Closes(t, []string{
		"PK=tenant: many keys, which looks fine",
		"The hottest share, at 4000 writes a second",
		"TENANT#t0 split over 4 keys",
		"Events of TENANT#t0, one query for each shard",
		"Events of TENANT#t231, one query",
	}, tenants(highcardinality.TenantsOptions{}))
}
