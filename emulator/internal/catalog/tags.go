package catalog

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/fault"
)

// Limits of tags (Developer Guide, "Adding tags and labels to resources").
const (
	maxTags     = 50
	maxTagKey   = 128 // characters
	maxTagValue = 256
)

// checkTags checks tags to be set. It looks at them one by one.
func checkTags(tags []tag) error {
	seen := map[string]bool{}
	for _, g := range tags {
		if err := checkTagKey(g.Key); err != nil {
			return err
		}
		switch {
		case g.Value == nil:
			return fault.Validation("The Tag Value provided is invalid, Value: null")
		case utf8.RuneCountInString(*g.Value) > maxTagValue:
			return fault.Validation("The Tag Value provided is invalid, Value: %s", *g.Value)
		case seen[*g.Key]:
			return fault.Validation("Duplicate Tag Keys provided as input: Duplicate Tag Key found %s", *g.Key)
		}
		seen[*g.Key] = true
	}
	return tagCount(len(tags))
}

func checkTagKey(key *string) error {
	switch {
	case key == nil:
		return fault.Validation("The Tag Key provided is invalid, Key: null")
	case *key == "" || utf8.RuneCountInString(*key) > maxTagKey:
		return fault.Validation("The Tag Key provided is invalid, Key: %s", *key)
	case strings.HasPrefix(strings.ToLower(*key), "aws:"):
		return fault.Validation("Tag Key cannot be prefixed with aws:, Key: %s", *key)
	}
	return nil
}

func tagCount(n int) error {
	if n > maxTags {
		return fault.Validation("Number of Tags exceed the current limit for the provided ResourceArn")
	}
	return nil
}

// empty is the answer of an operation that answers nothing.
type empty struct{}

type tagRequest struct {
	ResourceArn *string
	Tags        []tag
}

func (c *Catalog) tagResource(q *tagRequest) (any, error) {
	name, err := c.taggedTable("TagResource", q.ResourceArn)
	if err != nil {
		return nil, err
	}
	var check constraints
	if q.Tags == nil {
		check.NotNull("tags")
	}
	if err := check.Err(); err != nil {
		return nil, err
	}
	if len(q.Tags) == 0 {
		return nil, fault.Validation("Atleast one Tag needs to be provided as Input.")
	}
	if err := checkTags(q.Tags); err != nil {
		return nil, err
	}
	return empty{}, c.withTags(name, *q.ResourceArn, func(t *Table) error {
		tags := maps.Clone(t.tags)
		for _, g := range q.Tags {
			tags[*g.Key] = *g.Value
		}
		if err := tagCount(len(tags)); err != nil {
			return err
		}
		t.tags = tags
		return nil
	})
}

type untagRequest struct {
	ResourceArn *string
	TagKeys     []string
}

func (c *Catalog) untagResource(q *untagRequest) (any, error) {
	name, err := c.taggedTable("UntagResource", q.ResourceArn)
	if err != nil {
		return nil, err
	}
	var check constraints
	if q.TagKeys == nil {
		check.NotNull("tagKeys")
	}
	if err := check.Err(); err != nil {
		return nil, err
	}
	if len(q.TagKeys) == 0 {
		return nil, fault.Validation("Atleast one Tag Key needs to be provided as Input.")
	}
	for i := range q.TagKeys {
		if err := checkTagKey(&q.TagKeys[i]); err != nil {
			return nil, err
		}
	}
	return empty{}, c.withTags(name, *q.ResourceArn, func(t *Table) error {
		for _, key := range q.TagKeys {
			delete(t.tags, key)
		}
		return nil
	})
}

type listTagsRequest struct{ ResourceArn, NextToken *string }

type tagsAnswer struct{ Tags []tag }

// listTags answers all tags by key; there are never more than fit one answer.
func (c *Catalog) listTags(q *listTagsRequest) (any, error) {
	name, err := c.taggedTable("ListTagsOfResource", q.ResourceArn)
	if err != nil {
		return nil, err
	}
	a := tagsAnswer{Tags: []tag{}}
	err = c.withTags(name, *q.ResourceArn, func(t *Table) error {
		for _, key := range slices.Sorted(maps.Keys(t.tags)) {
			a.Tags = append(a.Tags, tag{new(key), new(t.tags[key])})
		}
		return nil
	})
	return a, err
}

// withTags calls do on the table that an ARN names. Tags can not be reached
// while a table is being created or deleted.
func (c *Catalog) withTags(name, arn string, do func(*Table) error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.opts.Now()
	t, err := c.existing(name, now)
	if err != nil || t.settled(now) != nil {
		return &fault.Error{
			Code:    "ResourceNotFoundException",
			Message: "Requested resource not found: ResourceArn: " + arn + " not found",
		}
	}
	return do(t)
}
