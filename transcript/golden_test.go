package transcript_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/google/go-cmp/cmp"

	"github.com/ddbpatterns/ddbpatterns/trace"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

// player makes the calls of a pattern through the real SDK and its middleware.
// What is tested is what is shown of them, so any answer will do.
type player struct {
	*dynamodb.Client
	t     *testing.T
	stage transcript.Stage
	table *string
}

func newPlayer(t *testing.T, out *transcript.Writer, table string) player {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/x-amz-json-1.0")
		io.WriteString(w, "{}")
	}))
	t.Cleanup(server.Close)
	return player{dynamodb.NewFromConfig(aws.Config{
		Region: "us-east-1", BaseEndpoint: aws.String(server.URL), HTTPClient: server.Client(),
		Credentials: credentials.NewStaticCredentialsProvider("id", "secret", ""),
	}, trace.To(out)), t, out, aws.String(table)}
}

func (p player) check(err error) {
	p.t.Helper()
	if err != nil {
		p.t.Fatal(err)
	}
}

func (p player) section(title string, value any) {
	p.t.Helper()
	p.check(p.stage.Section(title, value))
}

func (p player) batch(table string, n int) {
	p.t.Helper()
	put := types.WriteRequest{PutRequest: &types.PutRequest{Item: item("a")}}
	requests := make([]types.WriteRequest, n)
	for i := range requests {
		requests[i] = put
	}
	_, err := p.BatchWriteItem(p.t.Context(), &dynamodb.BatchWriteItemInput{RequestItems: map[string][]types.WriteRequest{table: requests}})
	p.check(err)
}

func (p player) query(ctx context.Context, index, expression string, values ...string) {
	p.t.Helper()
	in := &dynamodb.QueryInput{TableName: p.table, KeyConditionExpression: &expression, ExpressionAttributeNames: map[string]string{"#p": "PK"}, ExpressionAttributeValues: map[string]types.AttributeValue{}}
	if index != "" {
		in.IndexName = &index
	}
	for i, v := range values {
		in.ExpressionAttributeValues[fmt.Sprintf(":v%d", i)] = &types.AttributeValueMemberS{Value: v}
	}
	_, err := p.Query(ctx, in)
	p.check(err)
}

func (p player) put(item map[string]types.AttributeValue) {
	p.t.Helper()
	_, err := p.PutItem(p.t.Context(), &dynamodb.PutItemInput{TableName: p.table, Item: item})
	p.check(err)
}

func (p player) get(key map[string]types.AttributeValue) {
	p.t.Helper()
	_, err := p.GetItem(p.t.Context(), &dynamodb.GetItemInput{TableName: p.table, Key: key})
	p.check(err)
}

func (p player) describe() {
	p.t.Helper()
	_, err := p.DescribeTable(p.t.Context(), &dynamodb.DescribeTableInput{TableName: p.table})
	p.check(err)
}

// item makes an item of text: PK, SK, then names and values in turn.
func item(pk string, rest ...string) map[string]types.AttributeValue {
	m := map[string]types.AttributeValue{"PK": &types.AttributeValueMemberS{Value: pk}}
	for i, s := range rest {
		if i == 0 {
			m["SK"] = &types.AttributeValueMemberS{Value: s}
		} else if i%2 == 0 {
			m[rest[i-1]] = &types.AttributeValueMemberN{Value: s}
		}
	}
	return m
}

func golden(t *testing.T, name string, play func(player), table string) {
	t.Helper()
	want, err := os.ReadFile("../testdata/golden/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	out := transcript.New(&got, transcript.Options{})
	p := newPlayer(t, out, table)
	play(p)
	p.check(out.Close())
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

func TestGolden34(t *testing.T) {
	golden(t, "34.txt", func(p player) {
		p.section("BAD: PK=status -> distinct partition keys", transcript.Object{{Name: "distinct", Value: 3}, {Name: "items_per_key", Value: transcript.Object{{Name: "SHIPPED", Value: 336}, {Name: "PENDING", Value: 333}, {Name: "DELIVERED", Value: 331}}}})
		p.describe()
		for range 40 {
			p.batch(*p.table, 25)
			p.describe()
		}
		p.section("GOOD: PK=customer -> distinct partition keys", map[string]int{"max_items_on_one_key": 9, "distinct": 290})
		p.query(t.Context(), "", "#p = :v0", "CUSTOMER#c234")
		p.section("Orders for CUSTOMER#c234", []string{"ORDER#o0000", "ORDER#o0416", "ORDER#o0674", "ORDER#o0704"})
		for n := range 4 {
			p.query(t.Context(), "GSI1", "GSI1PK = :v0", fmt.Sprintf("STATUS#PENDING#%d", n))
		}
		p.section("PENDING orders via sharded GSI", 333)
	}, "p34-high-cardinality")
}

func TestGolden35(t *testing.T) {
	golden(t, "35.txt", func(p player) {
		for range 8 {
			p.batch(*p.table, 25)
		}
		var places trace.Order
		var order []func()
		for n := range 10 {
			ctx, release := places.Reserve(t.Context())
			order = append(order, func() {
				p.query(ctx, "", "PK = :v0", fmt.Sprintf("EVENTS#2026-10-20#%d", n))
				release()
			})
		}
		for _, n := range []int{7, 2, 9, 0, 4, 1, 3, 8, 6, 5} {
			order[n]()
		}
		var perShard transcript.Object
		for n, events := range []int{26, 14, 21, 22, 21, 20, 15, 22, 22, 17} {
			perShard = append(perShard, transcript.Member{Name: fmt.Sprintf("shard %d", n), Value: events})
		}
		p.section("Random suffix: items per shard", perShard)
		p.section("Total gathered", 200)
		for i, shard := range []int{3, 7, 5} {
			p.put(item(fmt.Sprintf("ORDERS#2026-10-20#%d", shard), fmt.Sprintf("ORDER#o-100%d", i+1), "total", "10"))
		}
		p.get(item("ORDERS#2026-10-20#7", "ORDER#o-1002"))
		p.section("Calculated suffix: direct GetItem for o-1002 (shard 7)", transcript.Object{{Name: "SK", Value: "ORDER#o-1002"}, {Name: "total", Value: 10}, {Name: "PK", Value: "ORDERS#2026-10-20#7"}})
	}, "p35-write-sharding")
}

func TestGolden36(t *testing.T) {
	golden(t, "36.txt", func(p player) {
		product := func(price string) map[string]types.AttributeValue {
			m := item("PRODUCT#p1", "META", "price", price)
			m["name"] = &types.AttributeValueMemberS{Value: "Widget"}
			return m
		}
		price := func(n int) map[string]int { return map[string]int{"price": n} }
		p.put(product("10"))
		p.get(item("PRODUCT#p1", "META"))
		p.section("100 reads of a hot key", transcript.Object{{Name: "dynamodb_reads", Value: 1}, {Name: "cache_hits", Value: 99}})
		_, err := p.UpdateItem(t.Context(), &dynamodb.UpdateItemInput{TableName: p.table, Key: item("PRODUCT#p1", "META"), UpdateExpression: aws.String("SET #pr = :p"),
			ExpressionAttributeNames: map[string]string{"#pr": "price"}, ExpressionAttributeValues: map[string]types.AttributeValue{":p": &types.AttributeValueMemberN{Value: "12"}}})
		p.check(err)
		p.section("Right after an external update (stale)", price(10))
		p.get(item("PRODUCT#p1", "META"))
		p.section("After TTL expiry (fresh)", price(12))
		p.put(product("15"))
		p.section("After write-through", price(15))
	}, "p36-caching")
}

func TestGolden37(t *testing.T) {
	golden(t, "37.txt", func(p player) {
		months := []string{"p37-metrics-2026-08", "p37-metrics-2026-09", "p37-metrics-2026-10", *p.table}
		for _, n := range []int{2, 1, 0} {
			p.describe()
			p.batch(months[n], 5)
		}
		p.section("Tables before rotation", months)
		_, err := p.DeleteTable(t.Context(), &dynamodb.DeleteTableInput{TableName: &months[0]})
		p.check(err)
		p.section("Tables after dropping the oldest", months[1:])
		_, err = p.UpdateTimeToLive(t.Context(), &dynamodb.UpdateTimeToLiveInput{TableName: p.table, TimeToLiveSpecification: &types.TimeToLiveSpecification{AttributeName: aws.String("expires_at"), Enabled: aws.Bool(true)}})
		p.check(err)
		p.batch(*p.table, 9)
		p.query(t.Context(), "", "(#p = :v0 AND SK BETWEEN :v1 AND :v2)", "SENSOR#s1#2026-10-20", "2026-10-20T01:00", "2026-10-20T02:00")
		p.section("Bucketed query: 01:00-02:00", [][]any{{"2026-10-20T01:00:00+00:00", 60}, {"2026-10-20T01:20:00+00:00", 80}, {"2026-10-20T01:40:00+00:00", 100}})
		_, err = p.DescribeTimeToLive(t.Context(), &dynamodb.DescribeTimeToLiveInput{TableName: p.table})
		p.check(err)
		p.section("TTL status", transcript.Object{{Name: "TimeToLiveStatus", Value: "ENABLED"}, {Name: "AttributeName", Value: "expires_at"}})
	}, "p37-metrics-ttl")
}
