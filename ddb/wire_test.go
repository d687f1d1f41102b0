package ddb

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// measure is an HTTP client that measures the request it is given.
type measure struct{ bytes int }

func (m *measure) Do(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	m.bytes = len(body)
	return &http.Response{
		StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(strings.NewReader("{}")), Request: r,
	}, err
}

// What is estimated is never less than what the SDK sends: an underestimate
// would pass the limit of a request.
func TestWireSizeIsAtLeastWhatIsSent(t *testing.T) {
	text := &types.AttributeValueMemberS{Value: "plain \" \\ <&> \n \x00 \xff \u2028 é 日本 😀"}
	number := &types.AttributeValueMemberN{Value: "1"}
	items := map[string]item{
		"empty":   {},
		"text":    {"PK": text, "<\"é": text},
		"numbers": {"a": number, "b": number, "c": &types.AttributeValueMemberNS{Value: []string{"1", "2", "3"}}},
		"binary":  {"a": &types.AttributeValueMemberB{Value: []byte{1}}, "b": &types.AttributeValueMemberBS{Value: [][]byte{{1, 2}, {}}}},
		"flags":   {"a": &types.AttributeValueMemberBOOL{}, "b": &types.AttributeValueMemberNULL{Value: true}},
		"sets":    {"a": &types.AttributeValueMemberSS{Value: []string{"", "\x01"}}},
		"nested": {"a": &types.AttributeValueMemberM{Value: item{
			"l": &types.AttributeValueMemberL{Value: []types.AttributeValue{number, text, &types.AttributeValueMemberL{}}},
			"m": &types.AttributeValueMemberM{},
		}}},
	}
	for name, one := range items {
		m := &measure{}
		client := dynamodb.New(dynamodb.Options{
			Region: DefaultRegion, HTTPClient: m, Credentials: credentials.NewStaticCredentialsProvider("a", "b", ""),
			BaseEndpoint: aws.String("http://localhost"),
		})
		batch := []types.WriteRequest{{PutRequest: &types.PutRequest{Item: one}}}
		_, err := client.BatchWriteItem(context.Background(), &dynamodb.BatchWriteItemInput{
			RequestItems: map[string][]types.WriteRequest{"t": batch},
		})
		if err != nil {
			t.Fatal(err)
		}
		frame := len(`{"RequestItems":{"t":[]}}`)
		if sent, estimate := m.bytes-frame, wireSize(one); estimate < sent || estimate > 6*sent {
			t.Errorf("%s: estimated %d bytes, sent %d", name, estimate, sent)
		}
	}
}
