package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/ddbpatterns/ddbpatterns/patterns"
)

func newListCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "list",
		Short:   "List the patterns and what each teaches",
		Long:    "List the patterns: number, name and what each teaches, one a line.",
		GroupID: groupOther,
		Args:    noArgs,
		RunE:    func(*cobra.Command, []string) error { return runList(a) },
	}
}

func runList(a *app) error {
	for _, p := range patterns.All() {
		if _, err := fmt.Fprintf(a.out, "%d  %-16s  %s\n", p.Number, p.Name, p.Lesson); err != nil {
			return err
		}
	}
	return nil
}
