package caching

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// itemID names an item of the shop: "p1" is a product, "p1/r2" a review of it. A
// product and its reviews have one partition key, so that one query reads them.
type itemID string

// item is a product with its price, or a review with its stars.
type item struct {
	ID    itemID
	Name  string `json:",omitempty"` // of a product; a review has none
	Value int    // the price, or the stars
}

// product is the product that the item is, or is a review of.
func (id itemID) product() itemID {
	product, _, _ := strings.Cut(string(id), "/")
	return itemID(product)
}

// review is the id of the review within its product; empty for a product.
func (id itemID) review() string {
	_, review, _ := strings.Cut(string(id), "/")
	return review
}

// what is the item in words.
func (id itemID) what() string {
	if review := id.review(); review != "" {
		return "review " + review + " of product " + string(id.product())
	}
	return "product " + string(id)
}

// attribute is where the item's value is.
func (id itemID) attribute() string {
	if id.review() != "" {
		return "stars"
	}
	return "price"
}

const (
	productKey = "PRODUCT#"
	reviewKey  = "REVIEW#"
	metaKey    = "META"
)

func (id itemID) key() map[string]types.AttributeValue {
	sort := metaKey
	if review := id.review(); review != "" {
		sort = reviewKey + review
	}
	return map[string]types.AttributeValue{"PK": text(productKey + string(id.product())), "SK": text(sort)}
}

// idOf is the id that an item's key was made of.
func idOf(attributes map[string]types.AttributeValue) (itemID, error) {
	pk, okPK := attributes["PK"].(*types.AttributeValueMemberS)
	sk, okSK := attributes["SK"].(*types.AttributeValueMemberS)
	if !okPK || !okSK {
		return "", errors.New("an item came back without its key")
	}
	id := itemID(strings.TrimPrefix(pk.Value, productKey))
	if review, ok := strings.CutPrefix(sk.Value, reviewKey); ok {
		id += itemID("/" + review)
	}
	return id, nil
}

func (i item) attributes() map[string]types.AttributeValue {
	attributes := i.ID.key()
	attributes[i.ID.attribute()] = number(i.Value)
	if i.ID.review() == "" {
		attributes["name"] = text(i.Name)
	}
	return attributes
}

func decode(id itemID, attributes map[string]types.AttributeValue) (item, error) {
	name, hasName := attributes["name"].(*types.AttributeValueMemberS)
	value, hasValue := attributes[id.attribute()].(*types.AttributeValueMemberN)
	switch {
	case id.review() == "" && (!hasName || !hasValue):
		return item{}, errors.New("it came back without its name or its price")
	case !hasValue:
		return item{}, errors.New("it came back without its stars")
	}
	n, err := strconv.Atoi(value.Value)
	if err != nil {
		return item{}, fmt.Errorf("its %s is not a whole number: %w", id.attribute(), err)
	}
	got := item{ID: id, Value: n}
	if hasName {
		got.Name = name.Value
	}
	return got, nil
}

func text(s string) types.AttributeValue { return &types.AttributeValueMemberS{Value: s} }

func number(n int) types.AttributeValue {
	return &types.AttributeValueMemberN{Value: strconv.Itoa(n)}
}
