package highcardinality

import (
	"iter"
	"math/rand/v2"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/ddbpatterns/ddbpatterns/patterns/gather"
)

const (
	// sparseName is the table's name before any prefix.
	sparseName = "p34-sparse"
	// sparseIndex is the index of PENDING orders.
	sparseIndex = "pending"
	// sinceName is the attribute that only a PENDING order has.
	sinceName = "pending_since"

	// sparseStream is the stream of random numbers that decides who is PENDING.
	sparseStream = 3401
)

// createSparse is the table with its sparse index, under its full name. The index
// has the table's own partition key, so its entries spread as the orders do.
func createSparse(name string) *dynamodb.CreateTableInput {
	return &dynamodb.CreateTableInput{
		TableName:            aws.String(name),
		BillingMode:          types.BillingModePayPerRequest,
		AttributeDefinitions: stringAttributes("PK", sinceName),
		KeySchema:            keySchema("PK", sinceName)[:1],
		GlobalSecondaryIndexes: []types.GlobalSecondaryIndex{{
			IndexName:  aws.String(sparseIndex),
			KeySchema:  keySchema("PK", sinceName),
			Projection: &types.Projection{ProjectionType: types.ProjectionTypeKeysOnly},
		}},
	}
}

// items yields the orders as they are stored, one a minute up to the guide's day.
func (o SparseOptions) items() iter.Seq[gather.Item] {
	width := Options{Orders: o.Orders}.width()
	return func(yield func(gather.Item) bool) {
		pending := rand.New(rand.NewPCG(sparseStream, o.Seed))
		start := time.Date(2026, time.October, 20, 0, 0, 0, 0, time.UTC).Add(-time.Duration(o.Orders) * time.Minute)
		for n := range o.Orders {
			placed := text(start.Add(time.Duration(n) * time.Minute).Format("2006-01-02T15:04Z"))
			item := gather.Item{
				"PK":       text(sortKey(n, width)),
				"status":   text("DELIVERED"),
				"customer": text("c" + strconv.Itoa(n%300)),
				"placed":   placed,
				"address":  text("12 Long Lane, 4th floor, Springfield, leave it with the neighbour"),
			}
			if pending.IntN(100) < o.Pending {
				item["status"] = text(status)
				item[sinceName] = placed
			}
			if !yield(item) {
				return
			}
		}
	}
}

// bytesOf is the size of an item whose values are all strings.
func bytesOf(item gather.Item) int {
	size := 0
	for name, value := range item {
		size += len(name)
		if s, ok := value.(*types.AttributeValueMemberS); ok {
			size += len(s.Value)
		}
	}
	return size
}

func text(s string) types.AttributeValue { return &types.AttributeValueMemberS{Value: s} }
