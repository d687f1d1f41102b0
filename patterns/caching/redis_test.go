package caching_test

import (
	"bytes"
	"context"
	"errors"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/redis/go-redis/v9"

	"github.com/ddbpatterns/ddbpatterns/internal/peers"
	"github.com/ddbpatterns/ddbpatterns/patterns/caching"
	"github.com/ddbpatterns/ddbpatterns/patterns/internal/patterntest"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

func runRedis(o caching.RedisOptions) patterntest.Run[caching.RedisResult] {
	return func(ctx context.Context, client *dynamodb.Client, stage transcript.Stage) (caching.RedisResult, error) {
		return caching.RunRedis(ctx, client, stage, o)
	}
}

// The titles of the sections, in their order.
const (
	titleHot     = "100 reads of a hot key"
	titlePast    = "Right after an update past the cache"
	titleExpired = "Once the entry's time is over"
	titleWritten = "After a write that invalidates"
	titleView    = "A view of four items, cached as one entry"
	titleChanged = "One of the four is written: the view is computed again"
	titleDown    = "Redis is down: a write, and 100 reads"
	titleBack    = "After the back-off: Redis is tried again"
)

func redisTitles() []string {
	return []string{titleHot, titlePast, titleExpired, titleWritten, titleView, titleChanged, titleDown, titleBack}
}

func widgetView(price int, stars float64) caching.RedisView {
	return caching.RedisView{Name: "Widget", Price: price, Reviews: 3, Stars: stars}
}

// redisResult is what a run gives whose Redis is there all the time.
func redisResult() caching.RedisResult {
	return caching.RedisResult{
		Hot:     caching.RedisHot{DynamoDBReads: 1, RedisHits: 99, Lifetime: 275_550 * time.Millisecond},
		Past:    caching.RedisPrice{Price: 10, Cached: true},
		Expired: caching.RedisPrice{Price: 12},
		Written: [2]caching.RedisPrice{{Price: 15}, {Price: 15, Cached: true}},
		View:    [2]caching.RedisAnswer{{View: widgetView(15, 4), Lifetime: 292_180 * time.Millisecond}, {View: widgetView(15, 4), Cached: true}},
		Changed: [2]caching.RedisAnswer{{View: widgetView(15, 3), Lifetime: 289_441 * time.Millisecond}, {View: widgetView(15, 3), Cached: true}},
		Down:    caching.RedisOutage{Answers: 100, DynamoDBReads: 100, Tries: 1},
		Back:    [2]caching.RedisPrice{{Price: 18}, {Price: 18, Cached: true}},
	}
}

func TestRedisGolden(t *testing.T) {
	server := peers.Redis().Start(t)
	patterntest.GoldenVariant(t, "caching-redis", redisResult(), runRedis(caching.RedisOptions{Addr: server.Addr}))
	patterntest.Equal(t, nil, redisKeys(t, server))
}

func redisKeys(t *testing.T, server *peers.Server) []string {
	t.Helper()
	client := redis.NewClient(&redis.Options{Addr: server.Addr})
	defer client.Close()
	keys, err := client.Keys(t.Context(), "*").Result()
	if err != nil {
		t.Fatal(err)
	}
	if len(keys) == 0 {
		return nil
	}
	return keys
}

// at is a stage that does something after the section with a title.
type at struct {
	transcript.Stage
	does map[string]func()
}

func (s at) Section(title string, value any) error {
	err := s.Stage.Section(title, value)
	if do := s.does[title]; do != nil {
		do()
	}
	return err
}

// during runs against a Redis to which something happens, and returns with the
// outcome what the user was told.
func during(t *testing.T, server *peers.Server, does map[string]func()) (patterntest.Outcome[caching.RedisResult], []string) {
	t.Helper()
	var told []string
	o := caching.RedisOptions{Addr: server.Addr, OnDown: func(err error) { told = append(told, caching.RedisReason(err)) }}
	got := patterntest.Play(t, func(ctx context.Context, client *dynamodb.Client, stage transcript.Stage) (caching.RedisResult, error) {
		return caching.RunRedis(ctx, client, at{stage, does}, o)
	})
	return got, told
}

// Redis is killed half-way and does not come back: each answer is right and from
// the table, nothing fails, and the user is told once.
func TestRedisKilledHalfWay(t *testing.T) {
	server := peers.Redis().Start(t)
	got, told := during(t, server, map[string]func(){titleWritten: server.Kill})
	patterntest.Ended(t, "", got)
	want := redisResult()
	want.View = [2]caching.RedisAnswer{{View: widgetView(15, 4)}, {View: widgetView(15, 4)}}
	want.Changed = [2]caching.RedisAnswer{{View: widgetView(15, 3)}, {View: widgetView(15, 3)}}
	want.Down.Tries = 0 // it has been left alone since
	want.Back = [2]caching.RedisPrice{{Price: 18}, {Price: 18}}
	patterntest.Equal(t, want, got.Result)
	if len(told) != 1 {
		t.Errorf("told %q, want one line", told)
	}
}

// Wherever it is killed the run ends well, with the same last price.
func TestRedisKilledAnywhere(t *testing.T) {
	for _, title := range redisTitles() {
		server := peers.Redis().Start(t)
		got, told := during(t, server, map[string]func(){title: server.Kill})
		patterntest.Ended(t, "", got)
		patterntest.Equal(t, 18, got.Result.Back[1].Price)
		patterntest.Equal(t, []any{title, 1}, []any{title, len(told)})
	}
}

// Killed and started again, empty: it is used again.
func TestRedisRestarted(t *testing.T) {
	server := peers.Redis().Start(t)
	got, told := during(t, server, map[string]func(){titleHot: server.Kill, titlePast: server.Restart})
	patterntest.Ended(t, "", got)
	want := redisResult()
	want.Past = caching.RedisPrice{Price: 12}
	// The read after the outage is the one that stores, so the draws are the same.
	patterntest.Equal(t, want, got.Result)
	patterntest.Equal(t, 1, len(told))
}

func TestNoRedis(t *testing.T) {
	addr := peers.FreeAddr(t)
	got := patterntest.Play(t, runRedis(caching.RedisOptions{Addr: addr}))
	patterntest.Ended(t, "reach Redis at "+addr+": connection refused", got)
	patterntest.Equal(t, "", got.Output)
}

// What answers there may be no Redis, and may want to draw on the terminal.
func TestNotRedis(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	go func() {
		for conn, err := listener.Accept(); err == nil; conn, err = listener.Accept() {
			go refuse(conn)
		}
	}()
	got := patterntest.Play(t, runRedis(caching.RedisOptions{Addr: listener.Addr().String()}))
	patterntest.Ended(t, "reach Redis at "+listener.Addr().String()+`: ERR \u{1b}[31mno`, got)
}

// refuse answers each command with an error.
func refuse(conn net.Conn) {
	defer conn.Close()
	asked := make([]byte, 4096)
	for n, err := conn.Read(asked); err == nil; n, err = conn.Read(asked) {
		commands := bytes.Count(asked[:n], []byte("*"))
		_, _ = conn.Write(bytes.Repeat([]byte("-ERR \x1b[31mno\r\n"), commands))
	}
}

// Keys of others stay, whatever their names, and so do ours when told to keep.
func TestRedisKeepsTheKeysOfOthers(t *testing.T) {
	server := peers.Redis().Start(t)
	client := redis.NewClient(&redis.Options{Addr: server.Addr})
	defer client.Close()
	if err := client.MSet(t.Context(), "p36-caching", "x", "entry:product:p1", "x", "p36-caching:entry:product:p2", "x").Err(); err != nil {
		t.Fatal(err)
	}
	patterntest.Ended(t, "", patterntest.Play(t, runRedis(caching.RedisOptions{Addr: server.Addr})))
	patterntest.Equal(t, 3, len(redisKeys(t, server)))

	kept := caching.RedisOptions{Addr: server.Addr}
	kept.Tables.Keep, kept.Tables.Prefix = true, "mine-"
	patterntest.Play(t, runRedis(kept))
	patterntest.Equal(t, 3+2+4, len(redisKeys(t, server)))

	// What a run left behind does not mislead the next.
	kept.Tables.Keep = false
	got := patterntest.Play(t, runRedis(kept))
	patterntest.Ended(t, "", got)
	patterntest.Equal(t, redisResult(), got.Result)
	patterntest.Equal(t, 3, len(redisKeys(t, server)))
}

// An entry that somebody else put there is no more than text.
func TestRedisHostileEntry(t *testing.T) {
	server := peers.Redis().Start(t)
	client := redis.NewClient(&redis.Options{Addr: server.Addr})
	defer client.Close()
	got, _ := during(t, server, map[string]func(){titleView: func() {
		token, err := client.Get(t.Context(), "p36-caching:item:p1").Result()
		if err != nil {
			t.Error(err)
		}
		forged := `{"Tokens":{"p1":"` + token + `"},"Found":true,"Value":{"ID":"p1","Name":"\u001b[31m","Value":666}}`
		if err := client.Set(t.Context(), "p36-caching:entry:product:p1", forged, 0).Err(); err != nil {
			t.Error(err)
		}
	}})
	// The next write makes it invalid before anybody is served from it.
	patterntest.Ended(t, "", got)
	patterntest.Equal(t, redisResult(), got.Result)
	if strings.Contains(got.Output, "\x1b") {
		t.Errorf("an escape byte in the output: %q", got.Output)
	}
}

func TestRedisValidate(t *testing.T) {
	for _, tt := range []struct {
		o    caching.RedisOptions
		want string
	}{
		{caching.RedisOptions{Reads: -1}, "--reads must be at least 1, got -1"},
		{caching.RedisOptions{TTL: time.Second}, "--ttl must be from 1m0s to 8760h0m0s, got 1s"},
		{caching.RedisOptions{TTL: 9000 * time.Hour}, "--ttl must be from 1m0s to 8760h0m0s, got 9000h0m0s"},
		{caching.RedisOptions{Addr: "6379"}, `--redis-addr must be host:port, got "6379"`},
		{caching.RedisOptions{Addr: ":6379"}, `--redis-addr must be host:port, got ":6379"`},
		{caching.RedisOptions{Addr: "\x1b[31m:6379"}, `--redis-addr must be host:port, got "\x1b[31m:6379"`},
		{caching.RedisOptions{Addr: "localhost:redis"}, `--redis-addr must be host:port, got "localhost:redis"`},
		{caching.RedisOptions{Addr: "localhost:99999"}, `--redis-addr must be host:port, got "localhost:99999"`},
		{caching.RedisOptions{Addr: "redis://localhost:6379"}, `--redis-addr must be host:port, got "redis://localhost:6379"`},
	} {
		got := patterntest.Play(t, runRedis(tt.o))
		patterntest.Ended(t, tt.want, got)
		patterntest.Equal(t, "", got.Output)
	}
}

func TestRedisReason(t *testing.T) {
	refused := &net.OpError{Op: "dial", Net: "tcp", Err: os.NewSyscallError("connect", errors.New("connection refused"))}
	for want, err := range map[string]error{
		"connection refused":      refused,
		"no answer within 1s":     context.DeadlineExceeded,
		`ERR a\nforged \u{1b}[0m`: errors.New("ERR a\nforged \x1b[0m"),
	} {
		patterntest.Equal(t, want, caching.RedisReason(err))
	}
}

// A table that fails is an error, whatever Redis does, and no key is left.
func TestRedisFailingCalls(t *testing.T) {
	server := peers.Redis().Start(t)
	for want, fail := range map[string]func(*dynamodb.Options){
		"create table p36-caching":                   patterntest.FailAll[*dynamodb.CreateTableInput](throttled()),
		"put review r1 of product p1 in p36-caching": failNth[*dynamodb.PutItemInput](2),
		"get product p1 from p36-caching":            failNth[*dynamodb.GetItemInput](2),
		"update product p1 in p36-caching":           patterntest.FailAll[*dynamodb.UpdateItemInput](throttled()),
		"query product p1 in p36-caching":            failNth[*dynamodb.QueryInput](2),
		"put product p1 in p36-caching":              failNth[*dynamodb.PutItemInput](7), // while the line is cut
	} {
		patterntest.Ended(t, want+slowDown, patterntest.Play(t, runRedis(caching.RedisOptions{Addr: server.Addr}), fail))
		patterntest.Equal(t, nil, redisKeys(t, server))
	}
}

func TestRedisCancelled(t *testing.T) {
	server := peers.Redis().Start(t)
	ctx, cancel := context.WithCancel(t.Context())
	got := patterntest.PlayContext(ctx, t, runRedis(caching.RedisOptions{Addr: server.Addr}), patterntest.Alter(func(in, _ any) {
		if patterntest.Is[*dynamodb.QueryInput](in) {
			cancel()
		}
	}))
	if len(got.Left) > 0 || !strings.HasSuffix(got.Err, "context canceled") {
		t.Errorf("tables left %q, error %q; want none and a cancelled context", got.Left, got.Err)
	}
	patterntest.Equal(t, nil, redisKeys(t, server))
}

func TestRedisClosedOutput(t *testing.T) {
	server := peers.Redis().Start(t)
	patterntest.Closes(t, redisTitles(), runRedis(caching.RedisOptions{Addr: server.Addr}))
	patterntest.Equal(t, nil, redisKeys(t, server))
}
