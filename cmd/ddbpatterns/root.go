package main

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/ddbpatterns/ddbpatterns/patterns"
)

// The groups of commands in the help text.
const (
	groupPatterns = "patterns"
	groupOther    = "other"
)

func newRootCmd(a *app) *cobra.Command {
	// The guide's order says more than the alphabet. It is the library's only
	// switch for it, and each run sets it to the same.
	cobra.EnableCommandSorting = false

	root := &cobra.Command{
		Use:   "ddbpatterns",
		Short: "Run DynamoDB scaling patterns and see every call",
		Long: `Run four DynamoDB scaling patterns and see what each sends and what comes back.

It needs nothing else: without flags the patterns run on an engine inside the
program, with the AWS SDK's own client.`,
		Example: `  ddbpatterns 35                                            one pattern, by number or name
  ddbpatterns all                                           the four of them
  ddbpatterns 35 --trace full                               every call, table making too
  ddbpatterns 35 --endpoint-url http://127.0.0.1:8000       on another engine`,
		Args:                       unknownArgs,
		RunE:                       func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
		SilenceErrors:              true,
		SilenceUsage:               true,
		SuggestionsMinimumDistance: 2,
	}
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		if err := a.check(cmd); err != nil {
			return err
		}
		a.started = true
		return nil
	}
	a.addFlags(root)
	root.SetFlagErrorFunc(flagError)
	root.SetUsageFunc(a.usage)
	root.AddGroup(&cobra.Group{ID: groupPatterns, Title: "Patterns"}, &cobra.Group{ID: groupOther, Title: "Other commands"})
	root.SetHelpCommand(newHelpCmd(root))
	root.SetCompletionCommandGroupID(groupOther)
	root.AddCommand(
		newHighCardinalityCmd(a), newShardingCmd(a), newCachingCmd(a), newTimeSeriesCmd(a), newAllCmd(a), newLoadCmd(a),
		newListCmd(a), newLessonCmd(a), newServeCmd(a), newVersionCmd(a),
	)
	checkCompletion(root)
	return root
}

// unknownArgs is reached with a word that is no command.
func unknownArgs(root *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return unknownCommand(root, args[0])
}

// unknownCommand suggests the command that was probably meant, or else names
// the patterns.
func unknownCommand(root *cobra.Command, name string) error {
	_, err := patterns.Find(name)
	unknown, ok := errors.AsType[*patterns.UnknownError](err)
	if ok && unknown.Suggestion != "" {
		return misuse{unknown}
	}
	if near := root.SuggestionsFor(name); len(near) > 0 {
		return misused("unknown command %q: did you mean %q?", name, near[0])
	}
	return asMisuse(err)
}
