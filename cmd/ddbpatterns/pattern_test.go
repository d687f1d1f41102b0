package main

import (
	"runtime/debug"
	"testing"
)

func TestThriftIsForTheRunOnly(t *testing.T) {
	for before, during := range map[int]int{100: 50, 80: 80, 400: 400} {
		original := debug.SetGCPercent(before)
		restore := thrift()
		got := debug.SetGCPercent(during)
		restore()
		after := debug.SetGCPercent(original)
		if got != during || after != before {
			t.Errorf("from %d: %d during the run and %d after it, want %d and %d", before, got, after, during, before)
		}
	}
}
