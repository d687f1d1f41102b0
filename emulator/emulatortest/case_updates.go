package emulatortest

import (
	"errors"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

const (
	wrongType        = "An operand in the update expression has an incorrect data type"
	missingAttribute = "The provided expression refers to an attribute that does not exist in the item"
	invalidPath      = "The document path provided in the update expression is invalid for update"
)

func updateCases() []Case {
	return []Case{{
		Number: 36, Name: "an update that names overlapping paths",
		Right:  "refused; paths side by side are fine",
		Checks: overlaps(),
	}, {
		Number: 37, Name: "list_append(if_not_exists(l, :empty), :new) on an absent list",
		Right:  "made, then appended",
		Checks: appends(),
	}, {
		Number: 38, Name: "SET a = :nine, b = a",
		Right:  "b takes the old a",
		Checks: oldValues(),
	}}
}

// becomes updates an item and checks what it became.
func becomes(name string, before item, c change, after item) Check {
	return Check{name, func(e *env) error {
		if before != nil {
			if err := e.put(e.with("1", before)); err != nil {
				return err
			}
		}
		got, err := e.update(c)
		if err != nil {
			return err
		}
		return errors.Join(same("new item", e.with("1", after), got), e.holds("1", after))
	}}
}

// rejects has an update refused and checks that the item stays.
func rejects(name string, before item, c change, message string) Check {
	return Check{name, func(e *env) error {
		if err := e.put(e.with("1", before)); err != nil {
			return err
		}
		_, err := e.update(c)
		return errors.Join(e.refused(err, message), e.holds("1", before))
	}}
}

func overlaps() []Check {
	values := func(placeholders ...string) item {
		it := item{}
		for _, p := range placeholders {
			it[p] = n("1")
		}
		return it
	}
	two := func(how, one, two string) string {
		return "Invalid UpdateExpression: Two document paths " + how + " with each other; " +
			"must remove or rewrite one of these paths; path one: " + one + ", path two: " + two
	}
	before := item{"a": object(item{"b": n("0"), "l": list(n("0"), n("0"))})}
	return []Check{
		rejects("one attribute twice", before, change{update: "SET a = :x, a = :y", values: values(":x", ":y")}, two("overlap", "[a]", "[a]")),
		rejects("a part and the whole", before, change{update: "SET a.b = :x REMOVE a", values: values(":x")}, two("overlap", "[a, b]", "[a]")),
		rejects("the whole and a part", before, change{update: "SET a = :x REMOVE a.b.c", values: values(":x")}, two("overlap", "[a]", "[a, b, c]")),
		rejects("through a name", before, change{update: "SET #a = :x, a = :y", names: map[string]string{"#a": "a"}, values: values(":x", ":y")},
			two("overlap", "[a]", "[a]")),
		rejects("a list's element twice", before, change{update: "SET a.l[0] = :x REMOVE a.l[0]", values: values(":x")}, two("overlap", "[a, l, [0]]", "[a, l, [0]]")),
		rejects("a map and a list", before, change{update: "SET a.b = :x, a[0] = :y", values: values(":x", ":y")}, two("conflict", "[a, b]", "[a, [0]]")),
		rejects("in ADD and SET", before, change{update: "SET c = :x ADD c :y", values: values(":x", ":y")}, two("overlap", "[c]", "[c]")),
		becomes("side by side", before, change{update: "SET a.b = :x, a.c = :y", values: values(":x", ":y")},
			item{"a": object(item{"b": n("1"), "c": n("1"), "l": list(n("0"), n("0"))})}),
		becomes("two elements", before, change{update: "SET a.l[0] = :x REMOVE a.l[1]", values: values(":x")},
			item{"a": object(item{"b": n("0"), "l": list(n("1"))})}),
		becomes("names that begin alike", item{}, change{update: "SET a = :x, ab = :y", values: values(":x", ":y")}, item{"a": n("1"), "ab": n("1")}),
	}
}

func appends() []Check {
	values := item{":empty": list(), ":new": list(s("new"))}
	const form = "SET l = list_append(if_not_exists(l, :empty), :new)"
	return []Check{
		becomes("no item", nil, change{update: form, values: values}, item{"l": list(s("new"))}),
		becomes("an item without the list", item{"v": n("1")}, change{update: form, values: values}, item{"v": n("1"), "l": list(s("new"))}),
		becomes("a list", item{"l": list(s("old"))}, change{update: form, values: values}, item{"l": list(s("old"), s("new"))}),
		becomes("in front", item{"l": list(s("old"))}, change{update: "SET l = list_append(:new, l)", values: item{":new": list(s("new"))}},
			item{"l": list(s("new"), s("old"))}),
		becomes("if_not_exists keeps what is there", item{"v": n("1")}, change{update: "SET v = if_not_exists(v, :two), w = if_not_exists(w, :two)",
			values: item{":two": n("2")}}, item{"v": n("1"), "w": n("2")}),
		becomes("a counter from nothing", nil, change{update: "SET v = if_not_exists(v, :zero) + :one", values: item{":zero": n("0"), ":one": n("1")}},
			item{"v": n("1")}),
		becomes("ADD to nothing", nil, change{update: "ADD v :one, w :set", values: item{":one": n("1"), ":set": ss("a")}}, item{"v": n("1"), "w": ss("a")}),
		becomes("past the end", item{"l": list(s("old"))}, change{update: "SET l[9] = :new", values: item{":new": s("new")}}, item{"l": list(s("old"), s("new"))}),
		rejects("an absent list", item{}, change{update: "SET l = list_append(l, :new)", values: item{":new": list(s("new"))}}, missingAttribute),
		rejects("not a list", item{"l": n("1")}, change{update: "SET l = list_append(l, :new)", values: item{":new": list(s("new"))}}, wrongType),
		rejects("a part of nothing", item{}, change{update: "SET m.v = :new", values: item{":new": n("1")}}, invalidPath),
	}
}

func oldValues() []Check {
	before := item{"a": n("1"), "b": n("2"), "l": list(n("0"), n("1"), n("2"))}
	nine := item{":nine": n("9")}
	after := func(a, b string, l ...string) item {
		it := item{"a": n(a), "b": n(b), "l": before["l"]}
		if l != nil {
			var left []types.AttributeValue
			for _, v := range l {
				left = append(left, n(v))
			}
			it["l"] = list(left...)
		}
		return it
	}
	return []Check{
		becomes("a copy", before, change{update: "SET a = :nine, b = a", values: nine}, after("9", "1")),
		becomes("a copy named first", before, change{update: "SET b = a, a = :nine", values: nine}, after("9", "1")),
		becomes("a swap", before, change{update: "SET a = b, b = a"}, after("2", "1")),
		becomes("a sum", before, change{update: "SET a = a + b, b = a - b"}, after("3", "-1")),
		becomes("a copy of what is removed", before, change{update: "REMOVE a SET c = a"}, item{"b": n("2"), "c": n("1"), "l": before["l"]}),
		becomes("elements removed by their old places", before, change{update: "REMOVE l[0], l[1]"}, after("1", "2", "2")),
		becomes("an element copied and removed", before, change{update: "SET a = l[2] REMOVE l[0]"}, after("2", "2", "1", "2")),
		rejects("a new attribute", before, change{update: "SET c = :nine, d = c", values: nine}, missingAttribute),
	}
}
