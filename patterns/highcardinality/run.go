package highcardinality

import (
	"cmp"
	"context"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/ddbpatterns/ddbpatterns/ddb"
	"github.com/ddbpatterns/ddbpatterns/patterns/gather"
	"github.com/ddbpatterns/ddbpatterns/spread"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

// favourite is the customer whose orders are read, if there are any.
const favourite = "c234"

// MismatchError says that a read did not find what was written.
type MismatchError struct {
	What           string // such as "index shard 2 of p34-high-cardinality"
	Written, Found int    // orders, or what Things names
	Things         string // "events"; empty means orders
}

// Error says what was read and both figures.
func (e *MismatchError) Error() string {
	return fmt.Sprintf("%s: %d %s were written, %d found", e.What, e.Written, cmp.Or(e.Things, "orders"), e.Found)
}

// run is one run under way.
type run struct {
	client Client
	stage  transcript.Stage
	o      Options
	table  string

	statuses  spread.Counts
	customers spread.Counts
	pendingOn []int // PENDING orders that each index shard must hold
}

func newRun(client Client, stage transcript.Stage, o Options, table string) *run {
	return &run{client: client, stage: stage, o: o, table: table, pendingOn: make([]int, o.GSIShards)}
}

// count counts what is about to be written.
func (r *run) count(ctx context.Context, _ *Result) error {
	for order := range r.o.orders() {
		// There is no call in here to notice that the user has had enough.
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("count orders: %w", err)
		}
		r.statuses.Add(order.status)
		r.customers.Add(order.customer)
		if order.status == status {
			r.pendingOn[order.number%r.o.GSIShards]++
		}
	}
	return nil
}

// byStatus shows the spread with the status as key.
func (r *run) byStatus(_ context.Context, res *Result) error {
	res.Statuses = r.statuses.All()
	perKey := make(transcript.Object, len(res.Statuses))
	for i, kc := range res.Statuses {
		perKey[i] = transcript.Member{Name: kc.Key, Value: kc.Items}
	}
	return r.stage.Section("BAD: PK=status -> distinct partition keys", transcript.Object{
		{Name: "distinct", Value: len(res.Statuses)},
		{Name: "items_per_key", Value: perKey},
	})
}

// write stores the orders.
func (r *run) write(ctx context.Context, res *Result) (err error) {
	res.Written, err = ddb.WriteBatches(ctx, r.client, r.table, keyNames(), r.o.items())
	return err
}

// byCustomer shows the spread with the customer as key.
func (r *run) byCustomer(_ context.Context, res *Result) error {
	res.Customers, res.MaxOrders = r.customers.Distinct(), r.customers.Max().Items
	return r.stage.Section("GOOD: PK=customer -> distinct partition keys", transcript.Object{
		{Name: "distinct", Value: res.Customers},
		{Name: "max_items_on_one_key", Value: res.MaxOrders},
	})
}

// customer reads the orders of one customer: the guide's, or where that one has
// none, the one with the most.
func (r *run) customer(ctx context.Context, res *Result) error {
	res.Customer = favourite
	if r.customers.On(favourite) == 0 {
		res.Customer = r.customers.Max().Key
	}
	var err error
	if res.OrdersOf, err = r.ordersOf(ctx, res.Customer); err != nil {
		return err
	}
	return r.stage.Section("Orders for "+customerKey(res.Customer), res.OrdersOf)
}

func (r *run) ordersOf(ctx context.Context, customer string) ([]string, error) {
	in := &dynamodb.QueryInput{
		TableName:                 aws.String(r.table),
		KeyConditionExpression:    aws.String("PK = :pk"),
		ExpressionAttributeValues: gather.Item{":pk": &types.AttributeValueMemberS{Value: customerKey(customer)}},
	}
	want, found := r.customers.On(customer), 0
	// The first read is the cheap one; only where the orders have not reached
	// every replica yet does it take a second, strongly consistent one.
	for _, in.ConsistentRead = range []*bool{nil, aws.Bool(true)} {
		ids := []string{}
		_, err := gather.Pages(ctx, r.client, in, func(item gather.Item) error { return appendKey(&ids, item, "SK") })
		if err != nil || len(ids) == want {
			return ids, err
		}
		found = len(ids)
	}
	return nil, &MismatchError{What: customerKey(customer) + " in " + r.table, Written: want, Found: found}
}

// appendKey adds the string that item has under name.
func appendKey(ids *[]string, item gather.Item, name string) error {
	s, ok := item[name].(*types.AttributeValueMemberS)
	if !ok {
		return fmt.Errorf("an order came back without its %s", name)
	}
	*ids = append(*ids, s.Value)
	return nil
}
