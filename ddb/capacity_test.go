package ddb

import (
	"reflect"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

func TestCapacityFieldKnowsEachInput(t *testing.T) {
	inputs := []any{
		&dynamodb.BatchGetItemInput{}, &dynamodb.BatchWriteItemInput{}, &dynamodb.DeleteItemInput{}, &dynamodb.GetItemInput{},
		&dynamodb.PutItemInput{}, &dynamodb.QueryInput{}, &dynamodb.ScanInput{}, &dynamodb.TransactGetItemsInput{},
		&dynamodb.TransactWriteItemsInput{}, &dynamodb.UpdateItemInput{},
	}
	for _, input := range inputs {
		field := capacityField(input)
		if field == nil {
			t.Errorf("%T: no field", input)
			continue
		}
		*field = types.ReturnConsumedCapacityTotal
		got := reflect.ValueOf(input).Elem().FieldByName("ReturnConsumedCapacity").Interface()
		if got != types.ReturnConsumedCapacityTotal {
			t.Errorf("%T: got %v", input, got)
		}
	}
	if capacityField(&dynamodb.ListTablesInput{}) != nil {
		t.Error("ListTables tells no capacity")
	}
}

func TestReturnCapacityAsksUnlessTheCallDoes(t *testing.T) {
	engine := newScripted(t, func(string, string) answer { return answer{body: "{}"} })
	client := dynamodb.New(engine.client(t).Options(), ReturnCapacity)
	tests := []struct{ asked, want types.ReturnConsumedCapacity }{
		{"", types.ReturnConsumedCapacityTotal},
		{types.ReturnConsumedCapacityIndexes, types.ReturnConsumedCapacityIndexes},
		{types.ReturnConsumedCapacityNone, types.ReturnConsumedCapacityNone},
	}
	for _, tt := range tests {
		table := "t"
		in := &dynamodb.ScanInput{TableName: &table, ReturnConsumedCapacity: tt.asked}
		if _, err := client.Scan(t.Context(), in); err != nil {
			t.Fatal(err)
		}
		if in.ReturnConsumedCapacity != tt.want {
			t.Errorf("asked %q: got %q, want %q", tt.asked, in.ReturnConsumedCapacity, tt.want)
		}
	}
}
