package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/ddbpatterns/ddbpatterns/patterns/caching"
)

func newCachingStampedeCmd(a *app) *cobra.Command {
	var o caching.StampedeOptions
	cmd := newVariantCmd(variant{
		name:   "stampede",
		lesson: "a thousand readers at the moment an entry expires: with and without one load a key",
		text: `Each of them misses. If each then loads for itself, the table gets in one moment all
the reads that the cache was there to keep from it. If those that miss share one load,
it gets one. No load begins before the last reader has come, so the counts are those
of the worst case, on any machine.

When not to: never leave it out of a cache in front of a hot key. But it is one load
for each process: of 20 processes the table sees 20. And one partition serves 6,000
eventually consistent reads a second: if all your readers together ask for less, a
stampede costs money, and needs no more than this against it.`,
		example: `  ddbpatterns 36 stampede
  ddbpatterns caching stampede --readers 10000`,
	})
	f := cmd.Flags()
	f.IntVar(&o.Readers, "readers", 1000, "readers that ask at once")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := atLeastOne(f, "readers"); err != nil {
			return err
		}
		if err := o.Validate(); err != nil {
			return asMisuse(err)
		}
		return a.perform(cmd.Context(), "caching stampede", playCachingStampede(o))
	}
	return cmd
}

func playCachingStampede(o caching.StampedeOptions) play {
	return func(ctx context.Context, s stage) (string, error) {
		o.Tables = s.tables
		r, err := caching.RunStampede(ctx, s.conn.DynamoDB, s.out, o)
		return fmt.Sprintf("of %d readers %d reached the table, and %d with one load a key", r.Readers, r.Each, r.Shared), err
	}
}
