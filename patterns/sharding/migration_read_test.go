package sharding_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"github.com/ddbpatterns/ddbpatterns/patterns/internal/patterntest"
	"github.com/ddbpatterns/ddbpatterns/patterns/sharding"
)

// Readers that read all the time while rows move miss none of them: the versions
// are read oldest first.
func TestReadersDuringTheMigration(t *testing.T) {
	j, _ := filled(t)
	done := make(chan error)
	go func() { done <- j.attempt(1<<40, unsent, 1) }()
	for reads := 1; ; reads++ {
		j.check(false)
		select {
		case err := <-done:
			if err != nil {
				t.Error(err)
			}
			j.check(true)
			return
		default:
		}
	}
}

// An error says what was being done to which row or shard.
func TestMigrationErrors(t *testing.T) {
	broken := errors.New("cable cut")
	on := func(fails func(in any) bool) func(*dynamodb.Options) {
		return patterntest.FailOn(func(in any) error {
			if fails(in) {
				return broken
			}
			return nil
		})
	}
	for want, fail := range map[string]func(*dynamodb.Options){
		"read the layout of J in rows: cable cut": patterntest.FailAll[*dynamodb.GetItemInput](broken),
		"read J#v1#3 of rows: cable cut":          on(func(in any) bool { return shardOf(in) == "J#v1#3" }),
		"copy r-007 of J in rows: cable cut": on(func(in any) bool {
			put, ok := in.(*dynamodb.PutItemInput)
			return ok && text(put.Item["SK"]) == "r-007"
		}),
		"delete r-007 of J in rows: cable cut": on(func(in any) bool {
			remove, ok := in.(*dynamodb.DeleteItemInput)
			return ok && text(remove.Key["SK"]) == "r-007"
		}),
		"note how far the migration is in rows: cable cut": on(func(in any) bool {
			put, ok := in.(*dynamodb.PutItemInput)
			return ok && strings.HasPrefix(text(put.Item["SK"]), "MIGRATION#")
		}),
		"look for rows left in version 1: query shard 4 of rows: cable cut": on(func(in any) bool {
			query, ok := in.(*dynamodb.QueryInput)
			return ok && query.Select != "" && shardOf(in) == "J#v1#4"
		}),
		"store the layout of J in rows: cable cut": on(func(in any) bool {
			put, ok := in.(*dynamodb.PutItemInput)
			return ok && text(put.Item["SK"]) == "VERSIONS"
		}),
	} {
		j, _ := filled(t)
		client := j.engine.Client(fail)
		_, err := sharding.Migration{Client: client, Layout: j.layout(client)}.Run(t.Context())
		if !errors.Is(err, broken) || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
		j.check(false)
	}
}

// A migration of a key that was never split, or has one version only, is over.
func TestNothingToMigrate(t *testing.T) {
	j := newJournal(t)
	j.write(sharding.Version{}, 1, 0)
	got, err := sharding.Migration{Client: j.client, Layout: j.layout(j.client)}.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	patterntest.Equal(t, sharding.Progress{}, got)
	j.check(true)
}
