package emulatortest

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// same compares what an engine answered with what is right.
func same(what string, want, got any) error {
	diff := cmp.Diff(want, got, cmpopts.EquateEmpty(), cmp.Transformer("shown", shown))
	if diff == "" {
		return nil
	}
	return fmt.Errorf("%s (-right +got):\n%s", what, diff)
}

// shown is a value as text. Sets and maps have no order, so theirs is by member.
// Comparing texts also takes deep values in linear time, which cmp does not.
func shown(v types.AttributeValue) string {
	switch v := v.(type) {
	case *types.AttributeValueMemberS:
		return strconv.Quote(v.Value)
	case *types.AttributeValueMemberN:
		return v.Value
	case *types.AttributeValueMemberB:
		return fmt.Sprintf("b%q", v.Value)
	case *types.AttributeValueMemberSS:
		return fmt.Sprintf("SS%q", sorted(v.Value))
	case *types.AttributeValueMemberNS:
		return fmt.Sprintf("NS%q", sorted(v.Value))
	case *types.AttributeValueMemberBS:
		return fmt.Sprintf("BS%q", slices.SortedFunc(slices.Values(v.Value), bytes.Compare))
	case *types.AttributeValueMemberL:
		elements := make([]string, len(v.Value))
		for i, e := range v.Value {
			elements[i] = shown(e)
		}
		return "[" + strings.Join(elements, ", ") + "]"
	case *types.AttributeValueMemberM:
		var members []string
		for _, name := range slices.Sorted(maps.Keys(v.Value)) {
			members = append(members, strconv.Quote(name)+": "+shown(v.Value[name]))
		}
		return "{" + strings.Join(members, ", ") + "}"
	case *types.AttributeValueMemberBOOL:
		return strconv.FormatBool(v.Value)
	case *types.AttributeValueMemberNULL:
		return fmt.Sprintf("NULL %t", v.Value)
	}
	return fmt.Sprintf("%T", v)
}

// exception is an engine's refusal.
type exception struct{ Type, Message string }

// anyMessage is for messages that DynamoDB fills with what no client relies on.
const anyMessage = ""

// refused checks that err is DynamoDB's ValidationException with this message.
func (e *env) refused(err error, message string) error {
	return e.threw(err, "ValidationException", message)
}

// threw checks that err is the exception with this message.
func (e *env) threw(err error, name, message string) error {
	if err == nil {
		return fmt.Errorf("accepted, right is %s: %s", name, message)
	}
	api, ok := errors.AsType[smithy.APIError](err)
	if !ok {
		return err
	}
	want, got := exception{name, message}, exception{api.ErrorCode(), api.ErrorMessage()}
	if e.typesOnly || message == anyMessage {
		want.Message, got.Message = "", ""
	}
	return same("exception", want, got)
}
