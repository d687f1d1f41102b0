package emulatortest

import (
	"errors"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// resent sends a batch of which every second write is left, checks that what
// is left comes back as it was sent, sends it again, and checks which items are
// there in the end.
func (e *env) resent(writes []types.WriteRequest, sks ...string) error {
	if e.partial == nil {
		return errNoPartial
	}
	out, err := e.partial.BatchWriteItem(e.ctx, &dynamodb.BatchWriteItemInput{RequestItems: map[string][]types.WriteRequest{e.tables.main: writes}})
	if err != nil {
		return err
	}
	var want []string
	for i := 1; i < len(writes); i += 2 {
		want = append(want, shownWrite(writes[i]))
	}
	var got []string
	for _, w := range out.UnprocessedItems[e.tables.main] {
		got = append(got, shownWrite(w))
	}
	if err := same("unprocessed", want, got); err != nil {
		return err
	}
	if _, err := e.client.BatchWriteItem(e.ctx, &dynamodb.BatchWriteItemInput{RequestItems: out.UnprocessedItems}); err != nil {
		return fmt.Errorf("sent again: %w", err)
	}
	p, err := e.query(ask{key: "pk = :p"})
	if err != nil {
		return err
	}
	return same("items", sks, numbers(p.Items, "sk"))
}

func shownWrite(w types.WriteRequest) string {
	switch {
	case w.PutRequest != nil && w.DeleteRequest != nil:
		return "both put and delete"
	case w.PutRequest != nil:
		return "put " + shown(object(w.PutRequest.Item))
	case w.DeleteRequest != nil:
		return "delete " + shown(object(w.DeleteRequest.Key))
	}
	return "neither put nor delete"
}

// halfTheKeys gets what is left of a batch by sending it again.
func halfTheKeys(e *env) error {
	if e.partial == nil {
		return errNoPartial
	}
	if err := e.fill("1", "2", "3"); err != nil {
		return err
	}
	out, err := e.partial.BatchGetItem(e.ctx, &dynamodb.BatchGetItemInput{
		RequestItems: map[string]types.KeysAndAttributes{e.tables.main: {Keys: []item{e.key("1"), e.key("2"), e.key("3")}}},
	})
	if err != nil {
		return err
	}
	left, err := e.client.BatchGetItem(e.ctx, &dynamodb.BatchGetItemInput{RequestItems: out.UnprocessedKeys})
	if err != nil {
		return fmt.Errorf("sent again: %w", err)
	}
	return errors.Join(
		same("processed", []string{"1", "3"}, sorted(numbers(out.Responses[e.tables.main], "sk"))),
		same("sent again", []string{"2"}, numbers(left.Responses[e.tables.main], "sk")))
}
