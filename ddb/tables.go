package ddb

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
)

// Our tag, which marks a table of ours on AWS.
const (
	TagKey   = "made-by"
	TagValue = "ddbpatterns"
)

const (
	// closeLimit bounds the dropping of what a run left, after Ctrl-C too.
	closeLimit = time.Minute

	// maxPolls bounds each wait for a table: with polling's lengths about
	// four minutes, where DynamoDB takes seconds.
	maxPolls = 125
)

// TablesAPI is what Tables needs of a client; *dynamodb.Client has it.
type TablesAPI interface {
	dynamodb.DescribeTableAPIClient
	dynamodb.ListTablesAPIClient
	CreateTable(context.Context, *dynamodb.CreateTableInput, ...func(*dynamodb.Options)) (*dynamodb.CreateTableOutput, error)
	DeleteTable(context.Context, *dynamodb.DeleteTableInput, ...func(*dynamodb.Options)) (*dynamodb.DeleteTableOutput, error)
	ListTagsOfResource(context.Context, *dynamodb.ListTagsOfResourceInput, ...func(*dynamodb.Options)) (*dynamodb.ListTagsOfResourceOutput, error)
}

// TableOptions says how a run's tables are named and what becomes of them. The
// zero value names them as given and drops them at the end.
type TableOptions struct {
	// Prefix comes before each table name.
	Prefix string

	// Keep leaves the tables there at the end.
	Keep bool

	// Tagged is for AWS: new tables carry TagKey = TagValue, and only a table
	// that carries it may be replaced. Without it, a table that is there may
	// be replaced if its schema is exactly the one asked for: keys, key
	// attributes, indexes and projections.
	Tagged bool
}

// Tables makes the tables of one run and drops them at its end. It may be used
// by several goroutines at once.
type Tables struct {
	client  TablesAPI
	options TableOptions
	polling backoff

	mu   sync.Mutex
	made []string // in the order of making
}

// NewTables returns a Tables without tables.
func NewTables(client TablesAPI, o TableOptions) *Tables {
	return &Tables{
		client:  client,
		options: o,
		polling: backoff{base: 20 * time.Millisecond, most: 2 * time.Second},
	}
}

// Name is the full name of a table: the prefix, then base.
func (t *Tables) Name(base string) string { return t.options.Prefix + base }

// List returns the names of all tables of the engine, whoever made them, in the
// engine's order. It asks for 100 names a page, the most DynamoDB gives.
func (t *Tables) List(ctx context.Context) ([]string, error) {
	names := []string{}
	pages := dynamodb.NewListTablesPaginator(t.client, &dynamodb.ListTablesInput{Limit: aws.Int32(100)})
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return nil, &CallError{Op: "list tables", Err: err}
		}
		names = append(names, page.TableNames...)
	}
	return names, nil
}

// Close drops the tables that this run made and has not dropped, unless they
// are to be kept. It works after ctx was cancelled, for a minute at most, and
// tries each table whatever became of the others. A table that it could not
// drop is tried again by the next Close.
func (t *Tables) Close(ctx context.Context) error {
	if t.options.Keep {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeLimit)
	defer cancel()
	var failed []error
	for _, name := range t.left() {
		failed = append(failed, t.drop(ctx, name))
	}
	return errors.Join(failed...)
}

func (t *Tables) left() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Clone(t.made)
}

func (t *Tables) remember(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !slices.Contains(t.made, name) {
		t.made = append(t.made, name)
	}
}

func (t *Tables) forget(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.made = slices.DeleteFunc(t.made, func(made string) bool { return made == name })
}
