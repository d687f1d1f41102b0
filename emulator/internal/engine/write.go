package engine

import "github.com/ddbpatterns/ddbpatterns/emulator/internal/fault"

// write answers PutItem, UpdateItem or DeleteItem: plan turns the request into
// an action, member is the one that says which item.
func write(member string, plan func(*request) (*action, error)) call {
	return func(q *request, out []byte) ([]byte, error) {
		if err := q.modelOfWrite(member); err != nil {
			return out, err
		}
		a, err := plan(q)
		if err != nil {
			return out, err
		}
		o, err := a.run()
		if err != nil {
			return out, err
		}
		return q.answerWrite(o, out), nil
	}
}

// modelOfWrite checks the members of a single write against the API's model.
func (q *request) modelOfWrite(member string) error {
	var c fault.Constraints
	q.common(&c)
	q.returns(&c)
	if given := member == "item" && q.item.given || member == "key" && q.key.given; !given {
		c.NotNull(member)
	}
	q.legacy.constraints(&c)
	return c.Err()
}
