package emulator_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/ddbpatterns/ddbpatterns/emulator"
)

// stub answers every call with the same body: what the SDK client itself costs.
type stub struct{ body []byte }

func (s stub) Do(r *http.Request) (*http.Response, error) {
	if _, err := io.Copy(io.Discard, r.Body); err != nil {
		return nil, err
	}
	return &http.Response{
		StatusCode: 200, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header:        http.Header{"Content-Type": {"application/x-amz-json-1.0"}},
		Body:          io.NopCloser(bytes.NewReader(s.body)),
		ContentLength: int64(len(s.body)),
	}, nil
}

const benchItems = 2000

func benchKey(i int) map[string]types.AttributeValue {
	return map[string]types.AttributeValue{
		"PK": &types.AttributeValueMemberS{Value: fmt.Sprintf("CUSTOMER#c%d", i%997)},
		"SK": &types.AttributeValueMemberS{Value: fmt.Sprintf("ORDER#o%08d", i)},
	}
}

func benchItem(i int) map[string]types.AttributeValue {
	it := benchKey(i)
	it["status"] = &types.AttributeValueMemberS{Value: "PENDING"}
	it["total"] = &types.AttributeValueMemberN{Value: fmt.Sprint(i % 1000)}
	it["note"] = &types.AttributeValueMemberS{Value: "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"}
	return it
}

// benchTable is the table of the benchmarks with its items.
func benchTable(b *testing.B, client *dynamodb.Client) *string {
	b.Helper()
	table := aws.String("bench")
	if _, err := client.CreateTable(b.Context(), &dynamodb.CreateTableInput{
		TableName: table, BillingMode: types.BillingModePayPerRequest,
		AttributeDefinitions: []types.AttributeDefinition{
			{AttributeName: aws.String("PK"), AttributeType: "S"}, {AttributeName: aws.String("SK"), AttributeType: "S"},
		},
		KeySchema: []types.KeySchemaElement{
			{AttributeName: aws.String("PK"), KeyType: "HASH"}, {AttributeName: aws.String("SK"), KeyType: "RANGE"},
		},
	}); err != nil {
		b.Fatal(err)
	}
	for i := range benchItems {
		if _, err := client.PutItem(b.Context(), &dynamodb.PutItemInput{TableName: table, Item: benchItem(i)}); err != nil {
			b.Fatal(err)
		}
	}
	return table
}

// BenchmarkInProcess times the SDK client over the engine and over a stub that
// answers the same bytes; the ratio of the two is what the engine adds.
func BenchmarkInProcess(b *testing.B) {
	srv := emulator.New(emulator.Options{})
	defer srv.Close()
	engine := srv.Client()
	table := benchTable(b, engine)
	stubbed := func(body string) *dynamodb.Client {
		return srv.Client(func(o *dynamodb.Options) { o.HTTPClient = stub{[]byte(body)} })
	}
	const item = `{"Item":{"PK":{"S":"CUSTOMER#c1"},"SK":{"S":"ORDER#o00000001"},"note":{"S":"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"},"status":{"S":"PENDING"},"total":{"N":"1"}}}`
	for _, c := range []struct {
		name string
		stub string
		call func(context.Context, *dynamodb.Client, int) error
	}{
		{"GetItem", item, func(ctx context.Context, c *dynamodb.Client, i int) error {
			_, err := c.GetItem(ctx, &dynamodb.GetItemInput{TableName: table, Key: benchKey(i % benchItems)})
			return err
		}},
		{"PutItem", `{}`, func(ctx context.Context, c *dynamodb.Client, i int) error {
			_, err := c.PutItem(ctx, &dynamodb.PutItemInput{TableName: table, Item: benchItem(i)})
			return err
		}},
		{"UpdateItem", `{}`, func(ctx context.Context, c *dynamodb.Client, i int) error {
			_, err := c.UpdateItem(ctx, &dynamodb.UpdateItemInput{
				TableName: table, Key: benchKey(i % benchItems), UpdateExpression: aws.String("SET #t = #t + :one, seen = :s"),
				ExpressionAttributeNames: map[string]string{"#t": "total"},
				ExpressionAttributeValues: map[string]types.AttributeValue{
					":one": &types.AttributeValueMemberN{Value: "1"}, ":s": &types.AttributeValueMemberBOOL{Value: true},
				},
			})
			return err
		}},
	} {
		for _, over := range []struct {
			name   string
			client *dynamodb.Client
		}{{"engine", engine}, {"stub", stubbed(c.stub)}} {
			b.Run(c.name+"/"+over.name, func(b *testing.B) {
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					if err := c.call(b.Context(), over.client, i); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
