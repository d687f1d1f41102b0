package trace

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/ddbpatterns/ddbpatterns/trace/printable"
)

// capacity returns what an answer says was consumed, "" if it does not say:
// the total, and the part of the table and of each index when they are told.
// An answer about several tables names each, in byte order.
func capacity(out any) string {
	f := fieldsOf(out)
	if one := field[*types.ConsumedCapacity](f, "ConsumedCapacity"); one != nil {
		return consumed(*one)
	}
	list := slices.Clone(field[[]types.ConsumedCapacity](f, "ConsumedCapacity"))
	slices.SortStableFunc(list, func(a, b types.ConsumedCapacity) int {
		return cmp.Compare(aws.ToString(a.TableName), aws.ToString(b.TableName))
	})
	parts := make([]string, len(list))
	for i, c := range list {
		parts[i] = tableName(aws.ToString(c.TableName)) + " " + consumed(c)
	}
	return strings.Join(parts, ", ")
}

func consumed(c types.ConsumedCapacity) string {
	var parts []string
	if c.Table != nil {
		parts = append(parts, "table: "+units(c.Table.CapacityUnits))
	}
	for _, indexes := range []map[string]types.Capacity{c.LocalSecondaryIndexes, c.GlobalSecondaryIndexes} {
		for _, name := range slices.Sorted(maps.Keys(indexes)) {
			parts = append(parts, printable.Text(name)+": "+units(indexes[name].CapacityUnits))
		}
	}
	if len(parts) == 0 || c.Table != nil && len(parts) == 1 { // then the part is all
		return units(c.CapacityUnits)
	}
	return units(c.CapacityUnits) + " (" + strings.Join(parts, ", ") + ")"
}

func units(n *float64) string { return strconv.FormatFloat(aws.ToFloat64(n), 'f', -1, 64) }
