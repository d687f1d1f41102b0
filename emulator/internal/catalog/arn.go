package catalog

import (
	"fmt"
	"strings"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/fault"
)

func (c *Catalog) tableARN(name string) string {
	return fmt.Sprintf("arn:aws:dynamodb:%s:%s:table/%s", c.opts.Region, account, name)
}

// tableName is the name in a table's ARN, or the name itself; ok is false for an
// ARN of anything but a table of this account and Region.
func (c *Catalog) tableName(name string) (short string, ok bool) {
	if !strings.HasPrefix(name, "arn:") {
		return name, true
	}
	short, ok = strings.CutPrefix(name, c.tableARN(""))
	if !ok || strings.Contains(short, "/") {
		return name, false
	}
	return short, true
}

// taggedTable is the name of the table that a ResourceArn names.
func (c *Catalog) taggedTable(op string, arn *string) (string, error) {
	switch {
	case arn == nil || *arn == "":
		return "", fault.Validation("Invalid TableArn")
	case !strings.HasPrefix(*arn, "arn:"):
		return "", fault.Parameters("ARNs must start with 'arn:': %s", *arn)
	}
	parts := strings.SplitN(*arn, ":", 6)
	if len(parts) < 6 || parts[2] != "dynamodb" {
		return "", fault.Parameters("Provided Arn is not a DynamoDB resource arn: %s", *arn)
	}
	name, ok := strings.CutPrefix(parts[5], "table/")
	switch {
	case !ok || strings.Contains(name, "/"):
		return "", fault.Parameters("Invalid resource arn provided, only table or stream is accepted. Provided resource arn: %s", *arn)
	case parts[1] != "aws" || parts[3] != c.opts.Region:
		return "", fault.Validation("Invalid TableArn: Invalid ResourceArn provided as input %s", *arn)
	case parts[4] != account:
		return "", &fault.Error{
			Code:    "AccessDeniedException",
			Message: fmt.Sprintf("User: arn:aws:iam::%s:user/ddbpatterns is not authorized to perform: dynamodb:%s on resource: %s", account, op, *arn),
		}
	}
	return name, nil
}
