package sharding_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/ddbpatterns/ddbpatterns/emulator"
	"github.com/ddbpatterns/ddbpatterns/patterns/gather"
	"github.com/ddbpatterns/ddbpatterns/patterns/sharding"
)

// put stores an item with a time as its sort key.
func put(ctx context.Context, client *dynamodb.Client, key, sk string) error {
	_, err := client.PutItem(ctx, &dynamodb.PutItemInput{
		TableName: aws.String("votes"),
		Item: gather.Item{
			"PK": &types.AttributeValueMemberS{Value: key},
			"SK": &types.AttributeValueMemberS{Value: sk},
		},
	})
	return err
}

// ExampleRandom draws a shard for each write; the same seed draws the same.
func ExampleRandom() {
	s, err := sharding.NewRandom(10, rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		fmt.Println(err)
		return
	}
	for range 3 {
		fmt.Println(sharding.Key("EVENTS#2026-10-20", s.Shard("")))
	}
	// Output:
	// EVENTS#2026-10-20#7
	// EVENTS#2026-10-20#6
	// EVENTS#2026-10-20#7
}

// ExampleCalculated finds the shard of an id: whoever knows the id can read the
// item with one GetItem.
func ExampleCalculated() {
	s, err := sharding.NewCalculated(10)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(sharding.Key("ORDERS#2026-10-20", s.Shard("o-1002")))
	// Output:
	// ORDERS#2026-10-20#7
}

// ExampleVersioned goes from 2 shards to 3: new rows go to version 2, and a read
// covers both, and the rows from before the key was split.
func ExampleVersioned() {
	v1, err1 := sharding.NewVersion(1, 2)
	v2, err2 := sharding.NewVersion(2, 3)
	v, err3 := sharding.NewVersioned(sharding.Version{}, v1, v2)
	for _, err := range []error{err1, err2, err3} {
		if err != nil {
			fmt.Println(err)
			return
		}
	}
	current := v.Current()
	fmt.Println("write", current.Key("EVENTS", current.Shard("e-1")))
	for _, version := range v.All() {
		fmt.Println("read", sharding.Keys("EVENTS", version))
	}
	// Output:
	// write EVENTS#v2#2
	// read [EVENTS]
	// read [EVENTS#v1#0 EVENTS#v1#1]
	// read [EVENTS#v2#0 EVENTS#v2#1 EVENTS#v2#2]
}

// withVotes is a table of four shards with a row in each, and two in the first.
func withVotes(ctx context.Context, engine *emulator.Server) (*dynamodb.Client, error) {
	client := engine.Client()
	if _, err := client.CreateTable(ctx, votesTable()); err != nil {
		return nil, err
	}
	for n, at := range []string{"09:00", "09:05", "08:55", "09:01"} {
		if err := put(ctx, client, sharding.Key("VOTES", n), at); err != nil {
			return nil, err
		}
	}
	return client, put(ctx, client, sharding.Key("VOTES", 0), "09:07")
}

// ExampleGather counts the items of every shard.
func ExampleGather() {
	ctx := context.Background()
	engine := emulator.New(emulator.Options{})
	defer engine.Close()
	client, err := withVotes(ctx, engine)
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := sharding.NewCalculated(4)
	if err != nil {
		fmt.Println(err)
		return
	}
	perShard, err := sharding.Gather(ctx, gather.Query{Client: client, Table: "votes"}, "VOTES", s, nil)
	fmt.Println(perShard, err)

	// One definition of the range serves writer and reader; a table that is not
	// there is an error that names the shard.
	_, err = sharding.Gather(ctx, gather.Query{Client: client, Table: "polls", Parallel: 1}, "VOTES", s, nil)
	fmt.Println(err)
	// Output:
	// [2 1 1 1] <nil>
	// query shard 0 of polls: ResourceNotFoundException: Requested resource not found
}

// ExampleMerge reads all shards as one list in the order of the sort keys.
func ExampleMerge() {
	ctx := context.Background()
	engine := emulator.New(emulator.Options{})
	defer engine.Close()
	client, err := withVotes(ctx, engine)
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := sharding.NewCalculated(4)
	if err != nil {
		fmt.Println(err)
		return
	}
	all, err := sharding.Merge(ctx, gather.Query{Client: client, Table: "votes"}, "VOTES", s)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, item := range all.Items {
		fmt.Println(item["SK"].(*types.AttributeValueMemberS).Value)
	}
	// Output:
	// 08:55
	// 09:00
	// 09:01
	// 09:05
	// 09:07
}

// ExampleFeed_Page reads the newest items first, two a page.
func ExampleFeed_Page() {
	ctx := context.Background()
	engine := emulator.New(emulator.Options{})
	defer engine.Close()
	client, err := withVotes(ctx, engine)
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := sharding.NewCalculated(4)
	if err != nil {
		fmt.Println(err)
		return
	}
	feed := sharding.Feed{Client: client, Table: "votes", Base: "VOTES", Sharder: s}
	for cursor, more := "", true; more; more = cursor != "" {
		page, err := feed.Page(ctx, 2, cursor)
		if err != nil {
			fmt.Println(err)
			return
		}
		var times []string
		for _, item := range page.Items {
			times = append(times, item["SK"].(*types.AttributeValueMemberS).Value)
		}
		fmt.Println(times)
		cursor = page.Next
	}
	// Output:
	// [09:07 09:05]
	// [09:01 09:00]
	// [08:55]
}
