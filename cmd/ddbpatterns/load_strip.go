package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/fatih/color"

	"github.com/ddbpatterns/ddbpatterns/load"
)

const (
	// ramp is a partition's load from none to its limit, in tenths.
	ramp = " .:-=+*#%@"
	// refusing marks a column in which at least refusedFrom percent of what a partition was asked for was refused.
	refusing    = '!'
	refusedFrom = 2
	// maxRows is how many partitions are drawn: the busiest ones.
	maxRows = 16
)

// ink colours what can be read without colour, too.
type ink struct {
	on       bool
	refused  *color.Color
	busy     *color.Color
	moderate *color.Color
}

func newInk(on bool) ink {
	i := ink{on: on, refused: color.New(color.FgRed, color.Bold), busy: color.New(color.FgYellow), moderate: color.New(color.FgGreen)}
	for _, c := range []*color.Color{i.refused, i.busy, i.moderate} {
		if on {
			c.EnableColor()
		}
	}
	return i
}

func (i ink) paint(c *color.Color, s string) string {
	if !i.on {
		return s
	}
	return c.Sprint(s)
}

// legend tells how to read the strips.
func (t *loadText) legend() {
	t.printf("\nIn the strips a row is a partition, with its busiest column at the end; \"%s\" is\n"+
		"0 to 100 %% of what a partition serves, and %c is where it refused requests.\n", ramp, refusing)
}

// strip draws each partition's load over time.
func (t *loadText) strip(name string, r load.Resource) {
	rows, hidden := busiestRows(r.Strip.Rows)
	if len(rows) == 0 {
		return
	}
	t.printf("  %s: %s, each column is %v\n", name, plural(len(r.Strip.Rows), "partition"), r.Strip.Column)
	for _, row := range rows {
		t.printf("    %4d |%s| %3d %%%s\n", row.Partition, t.cells(row), maxOf(row.Load), origin(row))
	}
	if hidden > 0 {
		t.printf("    and %s, less busy\n", plural(hidden, "more partition"))
	}
	width := len(rows[0].Load)
	end := fmt.Sprint(time.Duration(width) * r.Strip.Column)
	t.printf("         0%*s\n\n", width, end)
}

// cells draws a row; equal neighbours are painted together.
func (t *loadText) cells(row load.Row) string {
	var b strings.Builder
	for i := 0; i < len(row.Load); {
		c := cell(row, i)
		j := i
		for j < len(row.Load) && cell(row, j) == c {
			j++
		}
		b.WriteString(t.paintCell(c, strings.Repeat(string(c), j-i)))
		i = j
	}
	return b.String()
}

func cell(row load.Row, i int) byte {
	switch {
	case row.Refused[i] >= refusedFrom:
		return refusing
	case row.Load[i] == 0:
		return ramp[0]
	}
	// What is not nothing can be seen.
	return ramp[min(max((row.Load[i]*len(ramp)-1)/100, 1), len(ramp)-1)]
}

func (t *loadText) paintCell(c byte, s string) string {
	switch level := strings.IndexByte(ramp, c); {
	case c == refusing:
		return t.ink.paint(t.ink.refused, s)
	case level >= len(ramp)*7/10:
		return t.ink.paint(t.ink.busy, s)
	case level > 0:
		return t.ink.paint(t.ink.moderate, s)
	}
	return s
}

// origin says what a partition was split off.
func origin(row load.Row) string {
	if row.Parent == 0 {
		return ""
	}
	return fmt.Sprintf(" of %d", row.Parent)
}

// busiestRows leaves out the least busy of too many rows.
func busiestRows(rows []load.Row) (shown []load.Row, hidden int) {
	order := make([]int, len(rows))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(maxOf(rows[b].Load), maxOf(rows[a].Load)) })
	order = order[:min(len(order), maxRows)]
	slices.Sort(order)
	for _, i := range order {
		shown = append(shown, rows[i])
	}
	return shown, len(rows) - len(shown)
}

func maxOf(n []int) int {
	most := 0
	for _, v := range n {
		most = max(most, v)
	}
	return most
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
