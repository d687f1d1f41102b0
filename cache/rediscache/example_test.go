package rediscache_test

import (
	"context"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/ddbpatterns/ddbpatterns/cache/rediscache"
)

// Nothing listens on port 1, so this also shows what an outage looks like: the
// same answer, from the store.
func Example() {
	ctx := context.Background()
	client := redis.NewClient(rediscache.ClientOptions("127.0.0.1:1", 100*time.Millisecond, nil))
	defer client.Close()
	c, err := rediscache.New(client, rediscache.Options{
		Prefix: "shop:",
		OnDown: func(error) { fmt.Println("redis is down") },
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	stars := map[string]int{"review 1": 5, "review 2": 3}
	average := func(context.Context) (float64, bool, error) {
		return float64(stars["review 1"]+stars["review 2"]) / 2, true, nil
	}
	for range 2 {
		got, err := rediscache.Get(ctx, c, "average", []string{"review 1", "review 2"}, average)
		fmt.Println(got.Value, got.Found, got.Cached, err)
	}
	stars["review 2"] = 4
	c.Invalidate(ctx, "review 2")
	// Output:
	// redis is down
	// 4 true false <nil>
	// 4 true false <nil>
}
