package sharding

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/ddbpatterns/ddbpatterns/ddb"
	"github.com/ddbpatterns/ddbpatterns/patterns/gather"
)

// Layout is where the versions of one key are stored, beside its rows: writers
// and readers take N from there and not from their configuration, so that they
// cannot disagree for longer than they keep it.
type Layout struct {
	Client ItemAPI
	Table  string // with the keys PK and SK, both strings
	Base   string
}

// ErrLayoutChanged says that another process changed the layout meanwhile.
var ErrLayoutChanged = errors.New("the layout was changed by another process")

func (l Layout) key(sk string) gather.Item {
	return gather.Item{"PK": str("LAYOUT#" + l.Base), "SK": str(sk)}
}

// layoutRow is the sort key of the row with the versions.
const layoutRow = "VERSIONS"

// Load reads the versions; a key without a layout was never split.
func (l Layout) Load(ctx context.Context) (Versioned, error) {
	row, err := l.get(ctx, layoutRow)
	if err != nil || row == nil {
		return Versioned{}, err
	}
	shards, ok := row["shards"].(*types.AttributeValueMemberM)
	if !ok {
		return Versioned{}, fmt.Errorf("layout of %s in %s: it does not say how many shards there are", l.Base, l.Table)
	}
	var versions []Version
	for name, v := range shards.Value {
		version, err := parseVersion(name, text(v))
		if err != nil {
			return Versioned{}, fmt.Errorf("layout of %s in %s: %w", l.Base, l.Table, err)
		}
		versions = append(versions, version)
	}
	return NewVersioned(versions...)
}

func parseVersion(number, shards string) (Version, error) {
	n, err := strconv.Atoi(number)
	if err != nil {
		return Version{}, fmt.Errorf("%q is no number of a version", number)
	}
	s, err := strconv.Atoi(shards)
	if err != nil {
		return Version{}, fmt.Errorf("version %d has %q shards", n, shards)
	}
	return NewVersion(n, s)
}

// Add makes a version over so many shards the current one. The ones before it go
// on being read.
func (l Layout) Add(ctx context.Context, shards int) (Versioned, error) {
	before, err := l.Load(ctx)
	if err != nil {
		return Versioned{}, err
	}
	version, err := NewVersion(before.Current().Number()+1, shards)
	if err != nil {
		return Versioned{}, err
	}
	after, err := NewVersioned(append(before.All(), version)...)
	if err != nil {
		return Versioned{}, err
	}
	return after, l.replace(ctx, before, after)
}

// Retire leaves only the current version of v: the others are no longer read.
func (l Layout) Retire(ctx context.Context, v Versioned) error {
	after, err := NewVersioned(v.Current())
	if err != nil {
		return err
	}
	return l.replace(ctx, v, after)
}

// replace stores the versions if those before are still stored; ErrLayoutChanged
// if not.
func (l Layout) replace(ctx context.Context, before, after Versioned) error {
	item := l.key(layoutRow)
	item["shards"] = shardsOf(after)
	item["oldest"], item["newest"] = span(after)
	in := &dynamodb.PutItemInput{
		TableName: aws.String(l.Table), Item: item,
		ConditionExpression: aws.String("attribute_not_exists(PK)"),
	}
	if before.Current().Number() > 0 {
		// Versions are only added above and taken away below.
		oldest, newest := span(before)
		in.ConditionExpression = aws.String("oldest = :oldest AND newest = :newest")
		in.ExpressionAttributeValues = gather.Item{":oldest": oldest, ":newest": newest}
	}
	_, err := l.Client.PutItem(ctx, in)
	if _, changed := errors.AsType[*types.ConditionalCheckFailedException](err); changed {
		return fmt.Errorf("store the layout of %s in %s: %w", l.Base, l.Table, ErrLayoutChanged)
	}
	if err != nil {
		return &ddb.CallError{Op: "store the layout of " + l.Base + " in", Table: l.Table, Err: err}
	}
	return nil
}

// span is the numbers of the oldest and the newest version.
func span(v Versioned) (oldest, newest types.AttributeValue) {
	return count(v.All()[0].Number()), count(v.Current().Number())
}

func shardsOf(v Versioned) types.AttributeValue {
	m := map[string]types.AttributeValue{}
	for _, version := range v.All() {
		m[strconv.Itoa(version.Number())] = count(version.Shards())
	}
	return &types.AttributeValueMemberM{Value: m}
}

func (l Layout) get(ctx context.Context, sk string) (gather.Item, error) {
	out, err := l.Client.GetItem(ctx, &dynamodb.GetItemInput{
		TableName: aws.String(l.Table), Key: l.key(sk), ConsistentRead: aws.Bool(true),
	})
	if err != nil {
		return nil, &ddb.CallError{Op: "read the layout of " + l.Base + " in", Table: l.Table, Err: err}
	}
	return out.Item, nil
}
