package sharding

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/ddbpatterns/ddbpatterns/ddb"
	"github.com/ddbpatterns/ddbpatterns/patterns/gather"
)

// MigrationClient is the operations that a Migration calls.
type MigrationClient interface {
	ItemAPI
	dynamodb.QueryAPIClient
	DeleteItem(context.Context, *dynamodb.DeleteItemInput, ...func(*dynamodb.Options)) (*dynamodb.DeleteItemOutput, error)
}

// Migration moves the rows of a key's old versions to the current one while the
// key is written and read. Each row has PK, SK and rev, a number that grows each
// time the row is written; a row without rev counts as 0.
//
// A row is copied, unless the current version has it with the same or a greater
// rev, and then deleted where it was, unless it has changed since it was read. Every
// part can be done again, so a migration may be stopped at any point, even killed,
// and begun again by another process; what is left to do is noted in the table. At
// each moment each row is in an old version or in the current one, or in both: read
// with Versioned.Gather, and take the greater rev of two.
//
// A row must not be deleted while it is migrated: its copy could come back. Mark it
// as deleted, with a greater rev, until the migration is over. And a writer that
// still has the layout from before may write into an old version until Run has
// retired it, and a reader with it does not find what was moved: let both load the
// layout often, and wait that long between Layout.Add and Run. Any number of
// processes may run the migration at once; add no further version meanwhile, since
// those that have begun go on moving to the one before.
type Migration struct {
	Client MigrationClient
	Layout Layout
	// Page is how many rows of each old shard are moved at a time, and kept in
	// memory; 0 means 25.
	Page int

	// reached is called after each phase of a step and may stop the migration.
	reached func(context.Context) error
}

// Progress is what one call of Migration.Run did.
type Progress struct {
	Copied   int // rows copied
	Present  int // rows that the current version had already
	Deleted  int // rows deleted where they were
	Steps    int // steps, each of up to a page of every old shard
	Restarts int // times that the old shards were not empty although all had been moved
}

// Run moves rows until no old version has any, then retires these versions. When
// it returns an error, Run can be called again, by any process, and goes on where
// it was; Progress counts this call only.
func (m Migration) Run(ctx context.Context) (p Progress, err error) {
	versions, err := m.Layout.Load(ctx)
	if err != nil || len(versions.Old()) == 0 {
		return p, err
	}
	left, err := m.left(ctx, versions)
	if err != nil {
		return p, err
	}
	for {
		for len(left) > 0 {
			if left, err = m.step(ctx, versions, left, &p); err != nil {
				return p, err
			}
		}
		// A writer with the layout from before may have come after its shard's turn.
		if left, err = m.holding(ctx, versions); err != nil {
			return p, err
		}
		if len(left) == 0 {
			return p, m.Layout.Retire(ctx, versions)
		}
		p.Restarts++
	}
}

// step moves a page of each old shard that is left and notes which have more.
func (m Migration) step(ctx context.Context, versions Versioned, left []string, p *Progress) ([]string, error) {
	s := &moving{Migration: m, to: versions.Current()}
	p.Steps++
	for _, phase := range []func(context.Context, []string) error{s.find, s.copy, s.remove} {
		if err := phase(ctx, left); err != nil {
			return nil, err
		}
		if err := m.pause(ctx); err != nil {
			return nil, err
		}
	}
	s.count(p)
	left = s.more(left)
	if err := m.note(ctx, versions, left); err != nil {
		return nil, err
	}
	return left, m.pause(ctx)
}

func (m Migration) pause(ctx context.Context) error {
	if m.reached == nil {
		return nil
	}
	return m.reached(ctx)
}

// sources is the keys of all old shards.
func (m Migration) sources(versions Versioned) []string {
	var keys []string
	for _, v := range versions.Old() {
		keys = append(keys, Keys(m.Layout.Base, v)...)
	}
	return keys
}

// left is the old shards that the note of an earlier call says are left: all,
// without a note.
func (m Migration) left(ctx context.Context, versions Versioned) ([]string, error) {
	all := m.sources(versions)
	row, err := m.Layout.get(ctx, noteRow(versions))
	if err != nil || row == nil {
		return all, err
	}
	list, ok := row["left"].(*types.AttributeValueMemberL)
	if !ok {
		return all, nil
	}
	noted := make([]string, len(list.Value))
	for i, v := range list.Value {
		noted[i] = text(v)
	}
	return slices.DeleteFunc(all, func(key string) bool { return !slices.Contains(noted, key) }), nil
}

// note stores the old shards that are left. It saves reading the others again;
// were it lost, nothing would be wrong.
func (m Migration) note(ctx context.Context, versions Versioned, left []string) error {
	list := make([]types.AttributeValue, len(left))
	for i, key := range left {
		list[i] = str(key)
	}
	item := m.Layout.key(noteRow(versions))
	item["left"] = &types.AttributeValueMemberL{Value: list}
	if _, err := m.Client.PutItem(ctx, &dynamodb.PutItemInput{TableName: aws.String(m.Layout.Table), Item: item}); err != nil {
		return &ddb.CallError{Op: "note how far the migration is in", Table: m.Layout.Table, Err: err}
	}
	return nil
}

// noteRow is the sort key of the note of the migration to the current version.
func noteRow(versions Versioned) string {
	return "MIGRATION#" + strconv.Itoa(versions.Current().Number())
}

// holding is the old shards that hold rows. The versions are counted one after
// another, oldest first, for the reason that Versioned.Gather gives.
func (m Migration) holding(ctx context.Context, versions Versioned) ([]string, error) {
	q := gather.Query{Client: m.Client, Table: m.Layout.Table, Consistent: true, CountOnly: true}
	var holding []string
	for _, v := range versions.Old() {
		counts, err := Gather(ctx, q, m.Layout.Base, v, nil)
		if err != nil {
			return nil, fmt.Errorf("look for rows left in version %d: %w", v.Number(), err)
		}
		for shard, rows := range counts {
			if rows > 0 {
				holding = append(holding, v.Key(m.Layout.Base, shard))
			}
		}
	}
	return holding, nil
}

// refused reports whether a condition was not met, which is no error here.
func refused(err error) bool {
	_, ok := errors.AsType[*types.ConditionalCheckFailedException](err)
	return ok
}
