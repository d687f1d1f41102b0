package highcardinality

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/ddbpatterns/ddbpatterns/ddb"
	"github.com/ddbpatterns/ddbpatterns/patterns/gather"
	"github.com/ddbpatterns/ddbpatterns/spread"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

// configKey is the sort key of the item that holds a tenant's number of shards.
const configKey = "CONFIG"

// tenantsRun is one run of the variant under way.
type tenantsRun struct {
	client TenantsClient
	stage  transcript.Stage
	o      TenantsOptions
	table  string

	tenants *spread.Counts // by tenant
	written *spread.Counts // by key, as written
}

// plain counts the events with the tenant as key.
func (r *tenantsRun) plain(_ context.Context, res *TenantsResult) error {
	r.tenants = spread.Of(r.o.keys())
	res.Plain = r.load(r.tenants)
	return r.stage.Section("PK=tenant: many keys, which looks fine", transcript.Object{
		{Name: "events", Value: r.tenants.Items()},
		{Name: "distinct_keys", Value: res.Plain.Keys},
		{Name: "events_on_the_hottest", Value: topKeys(r.tenants, 3)},
	})
}

func topKeys(c *spread.Counts, n int) transcript.Object {
	var top transcript.Object
	for _, kc := range c.Top(n) {
		top = append(top, transcript.Member{Name: kc.Key, Value: kc.Items})
	}
	return top
}

// load is what the hottest key leaves of the table at the rate asked about.
func (r *tenantsRun) load(c *spread.Counts) Load {
	hottest := c.Max()
	return Load{
		Keys:    c.Distinct(),
		Hottest: hottest,
		Share:   percent(hottest.Items, c.Items()),
		Allows:  int(c.Allows().Writes),
		Refused: max(0, int(math.Ceil(float64(r.o.Rate)*c.HottestShare()))-spread.WriteUnits),
	}
}

// verdict says what the hottest share means, and how many shards it takes.
func (r *tenantsRun) verdict(_ context.Context, res *TenantsResult) error {
	res.Shards = r.shards()
	return r.section(fmt.Sprintf("The hottest share, at %d writes a second", r.o.Rate), res.Plain,
		transcript.Member{Name: "shards_needed_by_" + tenantKey(largest), Value: res.Shards})
}

// shards is the least number of keys that the largest tenant's writes fit on when
// they take the keys in turn. They do not fit if even one event on each is too much.
func (r *tenantsRun) shards() int {
	items, all := r.tenants.On(tenantKey(largest)), r.tenants.Items()
	fits := func(n int) bool { return (items+n-1)/n*r.o.Rate <= spread.WriteUnits*all }
	n := max(1, (items*r.o.Rate+spread.WriteUnits*all-1)/(spread.WriteUnits*all))
	for n < min(items, maxShards) && !fits(n) {
		n++
	}
	return min(n, maxShards)
}

// section shows what a spread allows, with a sentence.
func (r *tenantsRun) section(title string, l Load, more ...transcript.Member) error {
	return r.stage.Section(title, append(transcript.Object{
		{Name: "distinct_keys", Value: l.Keys},
		{Name: "hottest_key", Value: l.Hottest.Key},
		{Name: "hottest_share_in_percent", Value: l.Share},
		{Name: "table_allows_writes_a_second", Value: l.Allows},
		{Name: "verdict", Value: r.sentence(l)},
	}, more...))
}

func (r *tenantsRun) sentence(l Load) string {
	if l.Refused == 0 {
		return fmt.Sprintf("fits: no key gets more than %d writes a second", spread.WriteUnits)
	}
	return fmt.Sprintf("hot: %s gets %d writes a second, one key takes %d, %d are refused",
		l.Hottest.Key, l.Refused+spread.WriteUnits, spread.WriteUnits, l.Refused)
}

// write stores the number of shards with the tenant, and then the events.
func (r *tenantsRun) write(ctx context.Context, res *TenantsResult) error {
	_, err := r.client.PutItem(ctx, &dynamodb.PutItemInput{
		TableName: aws.String(r.table),
		Item: gather.Item{
			"PK": text(tenantKey(largest)), "SK": text(configKey),
			"shards": &types.AttributeValueMemberN{Value: strconv.Itoa(res.Shards)},
		},
	})
	if err != nil {
		return &ddb.CallError{Op: "put shards of " + tenantKey(largest) + " in", Table: r.table, Err: err}
	}
	r.written = &spread.Counts{}
	res.Written, err = ddb.WriteBatches(ctx, r.client, r.table, keyNames(), func(yield func(gather.Item) bool) {
		for item := range r.o.items(res.Shards) {
			r.written.Add(item["PK"].(*types.AttributeValueMemberS).Value)
			if !yield(item) {
				return
			}
		}
	})
	return err
}

// sharded shows how the events lie now.
func (r *tenantsRun) sharded(_ context.Context, res *TenantsResult) error {
	res.Sharded = r.load(r.written)
	title := fmt.Sprintf("%s split over %d keys", tenantKey(largest), res.Shards)
	if res.Shards == 1 {
		title = tenantKey(largest) + " left on one key"
	}
	return r.section(title, res.Sharded)
}
