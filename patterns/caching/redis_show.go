package caching

import (
	"fmt"
	"time"

	"github.com/ddbpatterns/ddbpatterns/transcript"
)

// from says where an answer came from.
func from(cached bool) string {
	if cached {
		return "Redis"
	}
	return "the table"
}

// lifetime is the member that tells what an entry was given, if it was stored.
func lifetime(d time.Duration) transcript.Object {
	if d == 0 {
		return nil
	}
	return transcript.Object{{Name: "lifetime", Value: d.String()}}
}

func (r *redisRun) show(title string, p RedisPrice) error {
	return r.stage.Section(title, transcript.Object{
		{Name: "price", Value: p.Price},
		{Name: "from", Value: from(p.Cached)},
	})
}

func (r *redisRun) showTwo(title string, two [2]RedisPrice) error {
	words := func(p RedisPrice) string { return fmt.Sprintf("%d from %s", p.Price, from(p.Cached)) }
	return r.stage.Section(title, transcript.Object{
		{Name: "first read", Value: words(two[0])},
		{Name: "second read", Value: words(two[1])},
	})
}

func (r *redisRun) showView(title string, two [2]RedisAnswer) error {
	v := two[0].View
	return r.stage.Section(title, append(transcript.Object{
		{Name: "name", Value: v.Name},
		{Name: "price", Value: v.Price},
		{Name: "reviews", Value: v.Reviews},
		{Name: "stars", Value: v.Stars},
		{Name: "first read", Value: "from " + from(two[0].Cached)},
		{Name: "second read", Value: "from " + from(two[1].Cached)},
	}, lifetime(max(two[0].Lifetime, two[1].Lifetime))...))
}
