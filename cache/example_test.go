package cache_test

import (
	"context"
	"fmt"
	"time"

	"github.com/ddbpatterns/ddbpatterns/cache"
)

// prices stands for a table: Load would be a GetItem, Store a PutItem.
type prices map[string]int

func (p prices) Load(_ context.Context, key string) (int, bool, error) {
	price, found := p[key]
	return price, found, nil
}

func (p prices) Store(_ context.Context, key string, price int) error {
	p[key] = price
	return nil
}

func Example() {
	ctx := context.Background()
	c, err := cache.New[string, int](prices{"widget": 10}, cache.Options{TTL: time.Minute})
	if err != nil {
		fmt.Println(err)
		return
	}
	for range 100 {
		if _, _, err := c.Get(ctx, "widget"); err != nil {
			fmt.Println(err)
			return
		}
	}
	if err := c.Put(ctx, "widget", 15); err != nil {
		fmt.Println(err)
		return
	}
	price, found, err := c.Get(ctx, "widget")
	fmt.Println(price, found, err)
	fmt.Printf("%+v\n", c.Stats())
	// Output:
	// 15 true <nil>
	// {Hits:100 Misses:1 Loads:1}
}
