package highcardinality

import (
	"iter"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/ddbpatterns/ddbpatterns/patterns/gather"
)

// The streams of random numbers that customers and statuses are drawn from. With
// the default seed and options they give 290 customers, c234 with orders 0, 416,
// 674 and 704, and 333, 336 and 331 orders of the statuses, as in the guide.
const (
	customerStream = 7011416248798954144
	statusStream   = 316
)

// status is what is asked of the index.
const status = "PENDING"

// order is one generated order.
type order struct {
	number   int
	customer string
	status   string
}

// orders yields the orders of a run, the same ones each time it is read.
func (o Options) orders() iter.Seq[order] {
	return func(yield func(order) bool) {
		customers := rand.New(rand.NewPCG(customerStream, o.Seed))
		statuses := rand.New(rand.NewPCG(statusStream, o.Seed))
		names := [...]string{status, "SHIPPED", "DELIVERED"}
		for n := range o.Orders {
			customer := "c" + strconv.Itoa(customers.IntN(o.Customers))
			if !yield(order{n, customer, names[statuses.IntN(len(names))]}) {
				return
			}
		}
	}
}

// items yields the orders as they are stored.
func (o Options) items() iter.Seq[gather.Item] {
	width := o.width()
	return func(yield func(gather.Item) bool) {
		for order := range o.orders() {
			id := &types.AttributeValueMemberS{Value: sortKey(order.number, width)}
			if !yield(gather.Item{
				"PK":     &types.AttributeValueMemberS{Value: customerKey(order.customer)},
				"SK":     id,
				"GSI1PK": &types.AttributeValueMemberS{Value: indexKey(order.status, order.number%o.GSIShards)},
				"GSI1SK": id,
			}) {
				return
			}
		}
	}
}

// width is how many digits an order's number has, so that their order as text is
// their order as numbers: four, or more where the last order has more.
func (o Options) width() int { return max(4, len(strconv.Itoa(o.Orders-1))) }

func customerKey(customer string) string { return "CUSTOMER#" + customer }

// indexKey is the partition key of one shard of a status in the index. Writer and
// reader both make it here, so that they agree.
func indexKey(status string, shard int) string {
	return "STATUS#" + status + "#" + strconv.Itoa(shard)
}

func sortKey(number, width int) string {
	digits := strconv.Itoa(number)
	return "ORDER#o" + strings.Repeat("0", width-len(digits)) + digits
}
