package emulatortest

import (
	"fmt"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

func ttlCases() []Case {
	return []Case{{
		Number: 40, Name: "TTL enabled twice; disabled when off",
		Right: "ValidationException both times",
		Checks: []Check{
			{"enabled twice", func(e *env) error {
				if err := e.enabled(); err != nil {
					return err
				}
				return e.refused(e.setTTL(e.tables.timed, "expires", true), "TimeToLive is already enabled")
			}},
			{"enabled on another attribute", func(e *env) error {
				if err := e.enabled(); err != nil {
					return err
				}
				return e.refused(e.setTTL(e.tables.timed, "other", true), anyMessage)
			}},
			{"disabled when off", func(e *env) error {
				return e.refused(e.setTTL(e.tables.untimed, "expires", false), "TimeToLive is already disabled")
			}},
			{"described when off", func(e *env) error {
				out, err := e.client.DescribeTimeToLive(e.ctx, &dynamodb.DescribeTimeToLiveInput{TableName: &e.tables.untimed})
				if err != nil {
					return err
				}
				return same("status", types.TimeToLiveStatusDisabled, out.TimeToLiveDescription.TimeToLiveStatus)
			}},
			{"of no table", func(e *env) error {
				return e.threw(e.setTTL(e.tables.main+"-not-there", "expires", true), "ResourceNotFoundException",
					"Requested resource not found: Table: "+e.tables.main+"-not-there not found")
			}},
		},
	}, {
		Number: 41, Name: "an item whose expiry passed a minute ago",
		Right: "still readable until the sweep; readers filter it out",
		Checks: []Check{
			{"read by its key", func(e *env) error { return e.expired(e.timed) }},
			{"with a filter", func(e *env) error { return e.expired(e.timedFiltered) }},
			{"written again", func(e *env) error { return e.expired(e.timedRenewed) }},
		},
	}}
}

func (e *env) setTTL(table, attribute string, on bool) error {
	_, err := e.client.UpdateTimeToLive(e.ctx, &dynamodb.UpdateTimeToLiveInput{
		TableName: &table, TimeToLiveSpecification: &types.TimeToLiveSpecification{AttributeName: &attribute, Enabled: &on},
	})
	return err
}

// enabled sees to TTL being on, whichever check came first.
func (e *env) enabled() error {
	out, err := e.client.DescribeTimeToLive(e.ctx, &dynamodb.DescribeTimeToLiveInput{TableName: &e.tables.timed})
	if err != nil {
		return err
	}
	if out.TimeToLiveDescription.TimeToLiveStatus == types.TimeToLiveStatusDisabled {
		return e.setTTL(e.tables.timed, "expires", true)
	}
	return nil
}

func expiry(after time.Duration) types.AttributeValue {
	return n(fmt.Sprint(time.Now().Add(after).Unix()))
}

// expired puts an item that expired a minute ago and runs the check on it.
func (e *env) expired(check func(key, it item) error) error {
	if err := e.enabled(); err != nil {
		return err
	}
	it := item{"pk": s(e.pk), "expires": expiry(-time.Minute)}
	if _, err := e.client.PutItem(e.ctx, &dynamodb.PutItemInput{TableName: &e.tables.timed, Item: it}); err != nil {
		return err
	}
	return check(item{"pk": s(e.pk)}, it)
}

func (e *env) timed(key, it item) error {
	out, err := e.client.GetItem(e.ctx, &dynamodb.GetItemInput{TableName: &e.tables.timed, Key: key})
	if err != nil {
		return err
	}
	return same("item", it, out.Item)
}

func (e *env) timedFiltered(_, _ item) error {
	out, err := e.client.Query(e.ctx, &dynamodb.QueryInput{
		TableName: &e.tables.timed, KeyConditionExpression: aws.String("pk = :p"), FilterExpression: aws.String("expires > :now"),
		ExpressionAttributeValues: item{":p": s(e.pk), ":now": expiry(0)},
	})
	if err != nil {
		return err
	}
	return same("count, scanned", []int32{0, 1}, []int32{out.Count, out.ScannedCount})
}

func (e *env) timedRenewed(key, _ item) error {
	later := expiry(time.Hour)
	out, err := e.client.UpdateItem(e.ctx, &dynamodb.UpdateItemInput{
		TableName: &e.tables.timed, Key: key, UpdateExpression: aws.String("SET expires = :later"), ConditionExpression: aws.String("attribute_exists(pk)"),
		ExpressionAttributeValues: item{":later": later}, ReturnValues: types.ReturnValueAllNew,
	})
	if err != nil {
		return err
	}
	return same("item", item{"pk": s(e.pk), "expires": later}, out.Attributes)
}
