package main

import (
	"context"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9/logging"
	"github.com/spf13/cobra"

	"github.com/ddbpatterns/ddbpatterns/patterns/caching"
)

func newCachingRedisCmd(a *app) *cobra.Command {
	var o caching.RedisOptions
	cmd := newVariantCmd(variant{
		name:   "redis",
		lesson: "a cache that processes share: invalidated by each write, and no outage when it is down",
		text: `It needs a Redis: redis-server --save "" starts one. Entries live for the TTL less up
to a tenth, so that they do not all end at once. A write invalidates every entry that
the item is part of, a view of four items too. Then the line to Redis is cut: reads go
to the table, without an error. The run's keys begin with the table's name; it takes
away those, and no other.

When not to: an entry read less than once in its time is always a miss, which is
three exchanges with Redis and the read of the table, instead of the read. And if
the table could not carry the reads alone, Redis is no longer a cache: its outage is
yours. One partition carries 6,000 eventually consistent reads a second.`,
		example: `  ddbpatterns 36 redis
  ddbpatterns caching redis --redis-addr 10.0.0.5:6379 --table-prefix mine-
  ddbpatterns caching redis --reads 10000 --ttl 1m`,
	})
	f := cmd.Flags()
	f.StringVar(&o.Addr, "redis-addr", "127.0.0.1:6379", "`host:port` of Redis")
	f.IntVar(&o.Reads, "reads", 100, "reads of the hot item, and again while Redis is down")
	f.DurationVar(&o.TTL, "ttl", 5*time.Minute, "how long Redis keeps an entry, at most")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := atLeastOne(f, "reads"); err != nil {
			return err
		}
		if err := moreThanNone(f, "ttl"); err != nil {
			return err
		}
		if o.Addr == "" {
			return misused("--redis-addr must be host:port, got %q", o.Addr)
		}
		o.Seed = a.seed
		if err := o.Validate(); err != nil {
			return asMisuse(err)
		}
		o.OnDown = func(err error) {
			a.note("Redis at %s is down: %s; reads go to the table", o.Addr, caching.RedisReason(err))
		}
		// The library writes each lost connection to standard error, where one
		// note is enough. It has no other switch than this one.
		logging.Disable()
		return a.perform(cmd.Context(), "caching redis", playCachingRedis(o))
	}
	return cmd
}

func playCachingRedis(o caching.RedisOptions) play {
	return func(ctx context.Context, s stage) (string, error) {
		o.Tables = s.tables
		r, err := caching.RunRedis(ctx, s.conn.DynamoDB, s.out, o)
		return fmt.Sprintf("%d of %d reads reached the table, and %d of %d without Redis",
			r.Hot.DynamoDBReads, o.Reads, r.Down.DynamoDBReads, r.Down.Answers), err
	}
}
