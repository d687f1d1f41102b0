package catalog_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/catalog"
)

const tableARN = "arn:aws:dynamodb:us-east-1:123456789012:table/tab"

func arn(s string) string { return fmt.Sprintf(`"ResourceArn":%q`, s) }

// tags are the table's, as key=value.
func (f *fixture) tags() (list []string) {
	f.Helper()
	for _, g := range f.do("ListTagsOfResource", `{`+arn(tableARN)+`}`)["Tags"].([]any) {
		m := g.(map[string]any)
		list = append(list, m["Key"].(string)+"="+m["Value"].(string))
	}
	return list
}

func (f *fixture) wantTags(want ...string) {
	f.Helper()
	if diff := cmp.Diff(want, f.tags()); diff != "" {
		f.Errorf("(-want +got)\n%s", diff)
	}
}

func TestTags(t *testing.T) {
	f := newFixture(t, catalog.Options{})
	f.create("tab", `"Tags":[{"Key":"team","Value":"a"}]`)
	f.wantTags("team=a")
	f.do("TagResource", `{`+arn(tableARN)+`,"Tags":[{"Key":"team","Value":"b"},{"Key":"env","Value":""}]}`)
	f.wantTags("env=", "team=b")
	f.do("UntagResource", `{`+arn(tableARN)+`,"TagKeys":["team","none"]}`)
	f.wantTags("env=")
}

func TestTagLimit(t *testing.T) {
	f := newFixture(t, catalog.Options{})
	f.create("tab")
	var tags []string
	for i := range 50 {
		tags = append(tags, fmt.Sprintf(`{"Key":"k%d","Value":"v"}`, i))
	}
	f.do("TagResource", `{`+arn(tableARN)+`,"Tags":[`+strings.Join(tags, ",")+`]}`)
	f.fails("TagResource", `{`+arn(tableARN)+`,"Tags":[{"Key":"one more","Value":"v"}]}`, invalid+"Number of Tags exceed the current limit for the provided ResourceArn")
	f.do("TagResource", `{`+arn(tableARN)+`,"Tags":[{"Key":"k1","Value":"w"}]}`)
	if n := len(f.tags()); n != 50 {
		t.Errorf("%d tags", n)
	}
}

func TestTagErrors(t *testing.T) {
	f := newFixture(t, catalog.Options{CreateDelay: time.Second})
	f.create("tab")
	missing := "ResourceNotFoundException: Requested resource not found: ResourceArn: "
	f.fails("ListTagsOfResource", `{`+arn(tableARN)+`}`, missing+tableARN+" not found")
	f.Advance(time.Second)
	for _, c := range []struct{ arn, want string }{
		{"", invalid + "Invalid TableArn"},
		{"not-a-valid-arn", parameters + "ARNs must start with 'arn:': not-a-valid-arn"},
		{"arn:aws:s3:::bucket", parameters + "Provided Arn is not a DynamoDB resource arn: arn:aws:s3:::bucket"},
		{tableARN + "/index/x", parameters + "Invalid resource arn provided, only table or stream is accepted. Provided resource arn: " + tableARN + "/index/x"},
		{"arn:aws:dynamodb:eu-west-1:123456789012:table/tab", invalid + "Invalid TableArn: Invalid ResourceArn provided as input arn:aws:dynamodb:eu-west-1:123456789012:table/tab"},
		{tableARN + "x", missing + tableARN + "x not found"},
	} {
		f.fails("ListTagsOfResource", `{`+arn(c.arn)+`}`, c.want)
		f.fails("TagResource", `{`+arn(c.arn)+`,"Tags":[{"Key":"a","Value":"b"}]}`, c.want)
		f.fails("UntagResource", `{`+arn(c.arn)+`,"TagKeys":["a"]}`, c.want)
	}
	other := "arn:aws:dynamodb:us-east-1:000000000000:table/tab"
	f.fails("ListTagsOfResource", `{`+arn(other)+`}`, "AccessDeniedException: User: arn:aws:iam::123456789012:user/ddbpatterns "+
		"is not authorized to perform: dynamodb:ListTagsOfResource on resource: "+other)
	for _, c := range []struct{ op, members, want string }{
		{"TagResource", ``, one + "Value null at 'tags' failed to satisfy constraint: Member must not be null"},
		{"TagResource", `,"Tags":[]`, invalid + "Atleast one Tag needs to be provided as Input."},
		{"TagResource", `,"Tags":[{"Key":"","Value":"v"}]`, invalid + "The Tag Key provided is invalid, Key: "},
		{"TagResource", `,"Tags":[{"Key":"k"}]`, invalid + "The Tag Value provided is invalid, Value: null"},
		{"TagResource", `,"Tags":[{"Key":"aws:k","Value":"v"}]`, invalid + "Tag Key cannot be prefixed with aws:, Key: aws:k"},
		{"UntagResource", ``, one + "Value null at 'tagKeys' failed to satisfy constraint: Member must not be null"},
		{"UntagResource", `,"TagKeys":[]`, invalid + "Atleast one Tag Key needs to be provided as Input."},
	} {
		f.fails(c.op, `{`+arn(tableARN)+c.members+`}`, c.want)
	}
}
