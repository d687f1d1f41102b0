package sharding_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/smithy-go/middleware"

	"github.com/ddbpatterns/ddbpatterns/emulator"
	"github.com/ddbpatterns/ddbpatterns/patterns/gather"
	"github.com/ddbpatterns/ddbpatterns/patterns/internal/patterntest"
	"github.com/ddbpatterns/ddbpatterns/patterns/sharding"
)

// journal is a key that rows are written to, and what it must hold.
type journal struct {
	t      *testing.T
	engine *emulator.Server
	client *dynamodb.Client

	mu   sync.Mutex
	revs map[string]int // the last rev of each row; 0 for none
}

func newJournal(t *testing.T) *journal {
	t.Helper()
	engine := emulator.New(emulator.Options{})
	t.Cleanup(func() {
		if err := engine.Close(); err != nil {
			t.Error(err)
		}
	})
	j := &journal{t: t, engine: engine, client: engine.Client(), revs: map[string]int{}}
	fill(t, j.client, nil)
	return j
}

func (j *journal) layout(client *dynamodb.Client) sharding.Layout {
	return sharding.Layout{Client: client, Table: "rows", Base: "J"}
}

func (j *journal) add(shards int) sharding.Versioned {
	j.t.Helper()
	v, err := j.layout(j.client).Add(context.Background(), shards)
	if err != nil {
		j.t.Fatal(err)
	}
	return v
}

// write stores a row in a version.
func (j *journal) write(v sharding.Version, n, rev int) {
	sk := fmt.Sprintf("r-%03d", n)
	row := gather.Item{"PK": str(v.Key("J", v.Shard(sk))), "SK": str(sk)}
	if rev > 0 {
		row["rev"] = num(strconv.Itoa(rev))
	}
	if err := store(context.Background(), j.client, row); err != nil {
		j.t.Error(err)
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.revs[sk] = rev
}

// filled is a journal with rows from before the split, in 10 shards, and 16 to go to.
func filled(t *testing.T) (*journal, sharding.Versioned) {
	t.Helper()
	j := newJournal(t)
	for n := range 20 {
		j.write(sharding.Version{}, n, 0)
	}
	v1 := j.add(10)
	for n := range 60 {
		j.write(v1.Current(), 20+n, 1)
	}
	return j, j.add(16)
}

// check reads all versions as a reader does. Nothing may be missing, ever; once the
// migration is over, nothing may be there twice, nor in an old version.
func (j *journal) check(over bool) {
	j.t.Helper()
	v, err := j.layout(j.client).Load(context.Background())
	if err != nil {
		j.t.Fatal(err)
	}
	var mu sync.Mutex
	got, twice := map[string]int{}, 0
	q := gather.Query{Client: j.client, Table: "rows", Consistent: true}
	_, err = v.Gather(context.Background(), q, "J", func(_ int, item gather.Item) error {
		mu.Lock()
		defer mu.Unlock()
		rev := 0
		if r, ok := item["rev"]; ok {
			rev, _ = strconv.Atoi(text(r))
		}
		if before, ok := got[text(item["SK"])]; ok {
			twice++
			rev = max(rev, before)
		}
		got[text(item["SK"])] = rev
		return nil
	})
	if err != nil {
		j.t.Fatal(err)
	}
	patterntest.Equal(j.t, j.revs, got)
	if over && (twice > 0 || len(v.All()) != 1) {
		j.t.Errorf("%d rows are there twice, in %d versions", twice, len(v.All()))
	}
}

// failure is how a call fails.
type failure int

const (
	unsent    failure = iota // it never reaches the engine
	unheard                  // it is carried out, and the answer is lost
	cancelled                // the context ends while it is under way
)

// faulty fails the nth call, counted over all its goroutines.
type faulty struct {
	left   atomic.Int64
	how    failure
	cancel context.CancelFunc
}

var errFaulty = errors.New("fault")

func (f *faulty) option(o *dynamodb.Options) {
	o.APIOptions = append(o.APIOptions, func(stack *middleware.Stack) error {
		return stack.Initialize.Add(middleware.InitializeMiddlewareFunc("faulty", func(
			ctx context.Context, in middleware.InitializeInput, next middleware.InitializeHandler,
		) (out middleware.InitializeOutput, md middleware.Metadata, err error) {
			if f.left.Add(-1) != -1 {
				return next.HandleInitialize(ctx, in)
			}
			switch f.how {
			case cancelled:
				f.cancel()
				return next.HandleInitialize(ctx, in)
			case unheard:
				_, _, _ = next.HandleInitialize(ctx, in)
			}
			return out, md, errFaulty
		}), middleware.After)
	})
}

// attempt runs a migration whose nth call fails and returns its error.
func (j *journal) attempt(n int64, how failure, page int) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	f := &faulty{how: how, cancel: cancel}
	f.left.Store(n)
	client := j.engine.Client(f.option)
	_, err := sharding.Migration{Client: client, Layout: j.layout(client), Page: page}.Run(ctx)
	return err
}

// Interrupted at ten random points, then resumed by another process: nothing is
// lost, nothing is doubled, also of what is written meanwhile, and at no time does
// a reader miss a row.
func TestMigrationInterruptedAtTenRandomPoints(t *testing.T) {
	for how, name := range []string{"unsent", "answer lost", "cancelled"} {
		for seed := range uint64(4) {
			t.Run(fmt.Sprint(name, " ", seed), func(t *testing.T) {
				rng := rand.New(rand.NewPCG(50, seed))
				j, v := filled(t)
				interrupted := 0
				for range 10 {
					err := j.attempt(rng.Int64N(30), failure(how), 1+rng.IntN(6))
					if err == nil {
						break
					}
					interrupted++
					if !errors.Is(err, errFaulty) && !errors.Is(err, context.Canceled) {
						t.Fatal(err)
					}
					j.check(false)
					j.write(v.Current(), 100+interrupted, 1) // a new row
					j.write(v.Current(), rng.IntN(80), 1+interrupted)
				}
				if err := j.attempt(1<<40, unsent, 0); err != nil {
					t.Fatal(err)
				}
				j.check(true)
				if interrupted != 10 {
					t.Errorf("interrupted %d times, want 10", interrupted)
				}
			})
		}
	}
}

// Each single call of a migration may be the last.
func TestMigrationInterruptedAtEveryCall(t *testing.T) {
	for _, how := range []failure{unsent, unheard, cancelled} {
		j := newJournal(t)
		for n := range 3 {
			j.write(sharding.Version{}, n, 0)
		}
		v1 := j.add(2)
		for n := range 5 {
			j.write(v1.Current(), 10+n, 1)
		}
		for at := int64(0); ; at++ {
			v := j.add(2 + int(at%3))
			err := j.attempt(at, how, 2)
			j.check(false)
			j.write(v.Current(), 11, 2+int(at))
			if again := j.attempt(1<<40, unsent, 0); again != nil {
				t.Fatalf("call %d: %v, then %v", at, err, again)
			}
			j.check(true)
			if err == nil {
				if at < 20 {
					t.Errorf("a migration makes only %d calls", at)
				}
				break
			}
		}
	}
}

// Writers that go on at full speed lose nothing: new rows, and old ones anew.
func TestWritersDuringTheMigration(t *testing.T) {
	j, v := filled(t)
	var writers sync.WaitGroup
	for w := range 4 {
		writers.Go(func() {
			for i := range 50 {
				j.write(v.Current(), 1000+100*w+i, 1)
				j.write(v.Current(), 20*w+i%20, 2+i)
			}
		})
	}
	for n := int64(10); n < 60; n += 10 {
		if err := j.attempt(n, unheard, 3); !errors.Is(err, errFaulty) {
			t.Errorf("attempt %d: %v", n, err)
		}
	}
	if err := j.attempt(1<<40, unsent, 0); err != nil {
		t.Error(err)
	}
	writers.Wait()
	j.check(true)
}

// meddle calls do once, before the first call of a migration that when accepts.
func meddle(when func(in any) bool, do func()) func(*dynamodb.Options) {
	var once sync.Once
	return patterntest.FailOn(func(in any) error {
		if when(in) {
			once.Do(do)
		}
		return nil
	})
}

// A writer that has not noticed the change writes to an old shard that is done
// with: the migration looks again before it retires the version.
func TestAWriterWithTheOldLayout(t *testing.T) {
	j, v := filled(t)
	client := j.engine.Client(meddle(func(in any) bool {
		note, ok := in.(*dynamodb.PutItemInput)
		return ok && text(note.Item["SK"]) == "MIGRATION#2"
	}, func() {
		j.write(v.Old()[1], 500, 1) // new
		j.write(v.Old()[1], 20, 7)  // moved already, and written anew
	}))
	got, err := sharding.Migration{Client: client, Layout: j.layout(client)}.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	patterntest.Equal(t, sharding.Progress{Copied: 82, Deleted: 82, Steps: 2, Restarts: 1}, got)
	j.check(true)
}

// A row that changes between its copy and its delete is copied again.
func TestARowThatChangesOnItsWay(t *testing.T) {
	j, v := filled(t)
	client := j.engine.Client(meddle(patterntest.Is[*dynamodb.DeleteItemInput], func() {
		j.write(sharding.Version{}, 0, 3)
		j.write(v.Old()[1], 20, 9)
	}))
	got, err := sharding.Migration{Client: client, Layout: j.layout(client)}.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	patterntest.Equal(t, sharding.Progress{Copied: 82, Deleted: 80, Steps: 2}, got)
	j.check(true)
}

// What the current version has already is not replaced by what is older.
func TestANewerRowStays(t *testing.T) {
	j, v := filled(t)
	j.write(v.Current(), 0, 5)
	j.write(v.Current(), 20, 5)
	got, err := sharding.Migration{Client: j.client, Layout: j.layout(j.client)}.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	patterntest.Equal(t, sharding.Progress{Copied: 78, Present: 2, Deleted: 80, Steps: 1}, got)
	j.check(true)
	// A second run, as by another person, has nothing to do.
	got, err = sharding.Migration{Client: j.client, Layout: j.layout(j.client)}.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	patterntest.Equal(t, sharding.Progress{}, got)
}

// Two people run it at once: every row is still there, once.
func TestTwoMigrationsAtOnce(t *testing.T) {
	j, _ := filled(t)
	var both sync.WaitGroup
	errs := make([]error, 2)
	for i := range errs {
		both.Go(func() { errs[i] = j.attempt(1<<40, unsent, 2) })
	}
	both.Wait()
	for _, err := range errs {
		if err != nil && !errors.Is(err, sharding.ErrLayoutChanged) {
			t.Error(err)
		}
	}
	j.check(true)
}

func TestLayoutErrors(t *testing.T) {
	j, _ := filled(t)
	l := j.layout(j.client)
	stale, err := l.Load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	j.add(20)
	if err := l.Retire(t.Context(), stale); !errors.Is(err, sharding.ErrLayoutChanged) ||
		err.Error() != "store the layout of J in rows: the layout was changed by another process" {
		t.Errorf("Retire with an old layout: %v", err)
	}
	if _, err := l.Add(t.Context(), 0); err == nil || err.Error() != "a key needs at least 1 shard, got 0" {
		t.Errorf("Add of 0 shards: %v", err)
	}
	row := gather.Item{"PK": str("LAYOUT#J"), "SK": str("VERSIONS"), "shards": str("ten")}
	if _, err := j.client.PutItem(t.Context(), &dynamodb.PutItemInput{TableName: aws.String("rows"), Item: row}); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Load(t.Context()); err == nil || err.Error() != "layout of J in rows: it does not say how many shards there are" {
		t.Errorf("Load of a mangled layout: %v", err)
	}
}
