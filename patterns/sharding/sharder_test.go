package sharding_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/ddbpatterns/ddbpatterns/ddb"
	"github.com/ddbpatterns/ddbpatterns/emulator"
	"github.com/ddbpatterns/ddbpatterns/patterns/gather"
	"github.com/ddbpatterns/ddbpatterns/patterns/internal/patterntest"
	"github.com/ddbpatterns/ddbpatterns/patterns/sharding"
)

func random(t *testing.T, shards int) *sharding.Random {
	t.Helper()
	s, err := sharding.NewRandom(shards, rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func calculated(t *testing.T, shards int) sharding.Calculated {
	t.Helper()
	s, err := sharding.NewCalculated(shards)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestCalculatedShards(t *testing.T) {
	got := map[string][]int{}
	for _, id := range []string{"o-1001", "o-1002", "o-1003", "", "Ünïcode"} {
		for _, n := range []int{1, 2, 10, 16, 10_000} {
			got[id] = append(got[id], calculated(t, n).Shard(id))
		}
	}
	// As Python's int(hashlib.md5(id.encode()).hexdigest(), 16) % n.
	patterntest.Equal(t, map[string][]int{
		"o-1001":  {0, 1, 3, 1, 513},
		"o-1002":  {0, 1, 7, 1, 1857},
		"o-1003":  {0, 1, 5, 1, 5505},
		"":        {0, 0, 6, 14, 8366},
		"Ünïcode": {0, 1, 3, 3, 6403},
	}, got)
}

// The keys that a reader asks for are all those, and only those, that a writer
// can come to; the sum of the items is then the number written.
func TestOneRangeForWriterAndReader(t *testing.T) {
	for _, n := range []int{1, 2, 7, 10, 64} {
		for name, s := range map[string]sharding.Sharder{"random": random(t, n), "calculated": calculated(t, n)} {
			written := map[string]bool{}
			for i := range 100 * n {
				written[sharding.Key("EVENTS", s.Shard(strconv.Itoa(i)))] = true
			}
			keys := sharding.Keys("EVENTS", s)
			if len(written) != n || len(keys) != n {
				t.Errorf("%s over %d: %d keys written, %d read", name, n, len(written), len(keys))
			}
			for key := range written {
				if !slices.Contains(keys, key) {
					t.Errorf("%s over %d: %s is written and never read", name, n, key)
				}
			}
		}
	}
}

func TestShardersNeedAShard(t *testing.T) {
	for _, n := range []int{0, -3} {
		want := fmt.Sprintf("a key needs at least 1 shard, got %d", n)
		if _, err := sharding.NewRandom(n, nil); err == nil || err.Error() != want {
			t.Errorf("NewRandom(%d): %v, want %s", n, err, want)
		}
		if _, err := sharding.NewCalculated(n); err == nil || err.Error() != want {
			t.Errorf("NewCalculated(%d): %v, want %s", n, err, want)
		}
	}
}

// Example writes votes to calculated shards of one key and counts them again.
func Example() {
	ctx := context.Background()
	engine := emulator.New(emulator.Options{})
	defer engine.Close()
	client := engine.Client()
	s, err := sharding.NewCalculated(4)
	if err == nil {
		err = writeVotes(ctx, client, s)
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	counts, err := sharding.Gather(ctx, gather.Query{Client: client, Table: "votes"}, "CANDIDATE#a", s, nil)
	fmt.Println(counts, err)
	// Output:
	// [31 23 24 22] <nil>
}

func writeVotes(ctx context.Context, client *dynamodb.Client, s sharding.Sharder) error {
	if err := ddb.NewTables(client, ddb.TableOptions{}).Create(ctx, votesTable()); err != nil {
		return err
	}
	votes := func(yield func(gather.Item) bool) {
		for i := range 100 {
			voter := "voter-" + strconv.Itoa(i)
			if !yield(gather.Item{
				"PK": &types.AttributeValueMemberS{Value: sharding.Key("CANDIDATE#a", s.Shard(voter))},
				"SK": &types.AttributeValueMemberS{Value: voter},
			}) {
				return
			}
		}
	}
	_, err := ddb.WriteBatches(ctx, client, "votes", []string{"PK", "SK"}, votes)
	return err
}

func votesTable() *dynamodb.CreateTableInput {
	return &dynamodb.CreateTableInput{
		TableName:   aws.String("votes"),
		BillingMode: types.BillingModePayPerRequest,
		AttributeDefinitions: []types.AttributeDefinition{
			{AttributeName: aws.String("PK"), AttributeType: types.ScalarAttributeTypeS},
			{AttributeName: aws.String("SK"), AttributeType: types.ScalarAttributeTypeS},
		},
		KeySchema: []types.KeySchemaElement{
			{AttributeName: aws.String("PK"), KeyType: types.KeyTypeHash},
			{AttributeName: aws.String("SK"), KeyType: types.KeyTypeRange},
		},
	}
}
