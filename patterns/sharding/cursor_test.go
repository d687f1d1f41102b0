package sharding_test

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"github.com/ddbpatterns/ddbpatterns/patterns/gather"
	"github.com/ddbpatterns/ddbpatterns/patterns/sharding"
)

func store(ctx context.Context, client *dynamodb.Client, row gather.Item) error {
	_, err := client.PutItem(ctx, &dynamodb.PutItemInput{TableName: aws.String("rows"), Item: row})
	return err
}

// unasked is a client that must not be asked.
type unasked struct{ t *testing.T }

func (u unasked) Query(context.Context, *dynamodb.QueryInput, ...func(*dynamodb.Options)) (*dynamodb.QueryOutput, error) {
	u.t.Error("the table was asked although the cursor is bad")
	return nil, errors.New("unasked")
}

func encoded(text string) string { return base64.RawURLEncoding.EncodeToString([]byte(text)) }

func badCursors() map[string]string {
	return map[string]string{
		"???":                                      "it is not one of a feed's",
		"eyJ2IjoxfQ==":                             "it is not one of a feed's", // padded
		encoded("not json"):                        "it is not one of a feed's",
		encoded(`[1]`):                             "it is not one of a feed's",
		encoded(`{"v":1,"b":"B","x":1}`):           "it is not one of a feed's",
		encoded(`{"v":1,"b":"B"} {}`):              "it is not one of a feed's",
		strings.Repeat("A", 1<<24+1):               "it is not one of a feed's",
		encoded(`{"v":2,"b":"B","at":[]}`):         "it is of version 2, this program reads version 1",
		encoded(`{"b":"B","at":[{},{}]}`):          "it is of version 0, this program reads version 1",
		encoded(`{"v":1,"b":"C","at":[{},{}]}`):    "it is for another feed",
		encoded(`{"v":1,"b":"B","at":[{}]}`):       "it is for 1 shards, the feed has 2",
		encoded(`{"v":1,"b":"B","at":[{},{},{}]}`): "it is for 3 shards, the feed has 2",
		encoded(`{"v":1,"b":"B","at":[{},{"a":"` + strings.Repeat("x", 1025) + `"}]}`): "it holds a position that no item can have",
	}
}

func TestBadCursors(t *testing.T) {
	f := sharding.Feed{Client: unasked{t}, Table: "rows", Base: "B", Sharder: calculated(t, 2)}
	for cursor, reason := range badCursors() {
		_, err := f.Page(t.Context(), 10, cursor)
		var bad *sharding.CursorError
		if !errors.As(err, &bad) || err.Error() != "cursor: "+reason {
			t.Errorf("%.40s: %v, want cursor: %s", cursor, err, reason)
		}
	}
}

// emptyShards answers every Query with nothing.
type emptyShards struct{}

func (emptyShards) Query(context.Context, *dynamodb.QueryInput, ...func(*dynamodb.Options)) (*dynamodb.QueryOutput, error) {
	return &dynamodb.QueryOutput{}, nil
}

// No cursor, whatever is in it, does more than be refused or be read.
func FuzzCursor(f *testing.F) {
	for cursor := range badCursors() {
		if len(cursor) < 1000 {
			f.Add(cursor)
		}
	}
	f.Add(encoded(`{"v":1,"b":"B","at":[{"a":"x","s":true},{"o":true}]}`))
	s, err := sharding.NewCalculated(2)
	if err != nil {
		f.Fatal(err)
	}
	feed := sharding.Feed{Client: emptyShards{}, Table: "rows", Base: "B", Sharder: s}
	f.Fuzz(func(t *testing.T, cursor string) {
		page, err := feed.Page(t.Context(), 3, cursor)
		if _, bad := errors.AsType[*sharding.CursorError](err); err != nil && !bad {
			t.Fatal(err)
		}
		if err == nil && (page.Next != "" || len(page.Items) > 0) {
			t.Fatal(fmt.Errorf("an empty feed gave %d items, next %q", len(page.Items), page.Next))
		}
	})
}
