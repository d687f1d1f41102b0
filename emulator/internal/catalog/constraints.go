package catalog

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/fault"
)

const namePattern = "[a-zA-Z0-9_.-]+"

// constraints are what the API's model says of shapes; their faults are told
// together, before anything else is looked at.
type constraints struct{ fault.Constraints }

func matches(name string) bool {
	return name != "" && strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-") == ""
}

// name checks a table's or index's name of at least so many characters.
func (c *constraints) name(v *string, path string, least int) {
	if v == nil {
		c.NotNull(path)
		return
	}
	if *v != "" {
		c.Pattern(*v, path, namePattern, matches(*v))
	}
	c.Length(*v, path, least, 255)
}

// existingTable checks the TableName of a request about a table, which may be an ARN.
func existingTable(v *string) error {
	if v == nil {
		return fault.Validation("The parameter 'TableName' is required but was not present in the request")
	}
	var c constraints
	if strings.HasPrefix(*v, "arn:") {
		c.Length(*v, "tableName", 1, 1024)
	} else {
		c.name(v, "tableName", 1)
	}
	return c.Err()
}

func (c *constraints) text(v *string, path string, least, most int) {
	if v == nil {
		c.NotNull(path)
		return
	}
	c.Length(*v, path, least, most)
}

// enum checks a member that may be missing.
func (c *constraints) enum(v *string, path string, allowed ...string) {
	if v != nil && !slices.Contains(allowed, *v) {
		c.Add("'"+*v+"'", path, "Member must satisfy enum value set: ["+strings.Join(allowed, ", ")+"]")
	}
}

// oneOf checks a member that must be there.
func (c *constraints) oneOf(v *string, path string, allowed ...string) {
	if v == nil {
		c.NotNull(path)
		return
	}
	c.enum(v, path, allowed...)
}

func (c *constraints) definitions(list []attributeDefinition) {
	for i, d := range list {
		path := fmt.Sprintf("attributeDefinitions.%d.member.", i+1)
		c.text(d.AttributeName, path+"attributeName", 1, 255)
		c.oneOf(d.AttributeType, path+"attributeType", "B", "N", "S")
	}
}

func (c *constraints) keySchema(keys []keyElement, path string) {
	if keys == nil {
		c.NotNull(path)
		return
	}
	c.Count(len(keys), shownKeys(keys), path, 1, 2)
	for i, k := range keys {
		member := fmt.Sprintf("%s.%d.member.", path, i+1)
		c.text(k.AttributeName, member+"attributeName", 1, 255)
		c.oneOf(k.KeyType, member+"keyType", "HASH", "RANGE")
	}
}

func shownKeys(keys []keyElement) string {
	shown := make([]string, len(keys))
	for i, k := range keys {
		shown[i] = fmt.Sprintf("KeySchemaElement(attributeName=%s, keyType=%s)", text(k.AttributeName), text(k.KeyType))
	}
	return "[" + strings.Join(shown, ", ") + "]"
}

func (c *constraints) provisioned(p *provisioned, path string) {
	if p == nil {
		return
	}
	c.units(p.WriteCapacityUnits, path+".writeCapacityUnits")
	c.units(p.ReadCapacityUnits, path+".readCapacityUnits")
}

func (c *constraints) units(v *int64, path string) {
	if v == nil {
		c.NotNull(path)
		return
	}
	c.Least(*v, path, 1)
}

// index checks an index to be made at a path that ends in a dot.
func (c *constraints) index(x *indexRequest, path string) {
	c.name(x.IndexName, path+"indexName", 3)
	c.keySchema(x.KeySchema, path+"keySchema")
	if x.Projection == nil {
		c.NotNull(path + "projection")
	} else {
		c.enum(x.Projection.ProjectionType, path+"projection.projectionType", "ALL", "INCLUDE", "KEYS_ONLY")
		if list := x.Projection.NonKeyAttributes; list != nil {
			c.Count(len(list), "["+strings.Join(list, ", ")+"]", path+"projection.nonKeyAttributes", 1, 20)
		}
	}
	c.provisioned(x.ProvisionedThroughput, path+"provisionedThroughput")
}

func (c *constraints) stream(s *streamSpec) {
	if s == nil {
		return
	}
	if s.StreamEnabled == nil {
		c.NotNull("streamSpecification.streamEnabled")
	}
	c.enum(s.StreamViewType, "streamSpecification.streamViewType", "KEYS_ONLY", "NEW_AND_OLD_IMAGES", "OLD_IMAGE", "NEW_IMAGE")
}

func (c *constraints) encryption(s *sseSpec) {
	if s != nil {
		c.enum(s.SSEType, "sSESpecification.sSEType", "AES256", "KMS")
	}
}
