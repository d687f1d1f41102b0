package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// newHelpCmd is cobra's help command, except that a slip in the name is an
// error.
func newHelpCmd(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:     "help [command]",
		Short:   "Help about any command",
		GroupID: groupOther,
		RunE: func(_ *cobra.Command, args []string) error {
			cmd, rest, err := root.Find(args)
			switch {
			case err == nil && len(rest) > 0 && cmd.HasSubCommands() && cmd.HasParent():
				return unknownVariant(cmd, rest[0])
			case err != nil || len(rest) > 0:
				return unknownCommand(root, args[0])
			}
			cmd.InitDefaultHelpFlag()
			return cmd.Help()
		},
	}
}

// checkCompletion makes an unknown shell an error; cobra shows the help instead.
func checkCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		if cmd.Name() == "completion" {
			cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
			cmd.Args = func(_ *cobra.Command, args []string) error {
				if len(args) > 0 {
					return misused("completion is for bash, zsh, fish or powershell, got %q", args[0])
				}
				return nil
			}
		}
	}
}

// usage prints how a command is used: the part of its help below what it does.
func (a *app) usage(cmd *cobra.Command) error {
	w := cmd.OutOrStderr()
	line := cmd.UseLine()
	if !cmd.HasParent() {
		line = cmd.Name() + " <pattern or command> [flags]"
	}
	fmt.Fprintf(w, "Usage:\n  %s\n", line)
	if len(cmd.Aliases) > 0 {
		fmt.Fprintf(w, "  %s %s [flags]\n", cmd.Parent().CommandPath(), strings.Join(cmd.Aliases, ", "))
	}
	if cmd.Example != "" {
		fmt.Fprintf(w, "\nExamples:\n%s\n", cmd.Example)
	}
	usageCommands(w, cmd)
	usageFlags(w, "Flags", cmd.LocalNonPersistentFlags())
	for _, group := range a.groups {
		shown := pflag.NewFlagSet(group.title, pflag.ContinueOnError)
		shown.SortFlags = false
		group.flags.VisitAll(func(flag *pflag.Flag) {
			if !cmd.HasParent() || takes(cmd, flag.Name) {
				shown.AddFlag(flag)
			}
		})
		usageFlags(w, group.title, shown)
	}
	return nil
}

func usageCommands(w io.Writer, cmd *cobra.Command) {
	groups := cmd.Groups()
	if len(groups) == 0 && cmd.HasAvailableSubCommands() {
		groups = []*cobra.Group{{Title: "Commands"}}
	}
	for _, group := range groups {
		fmt.Fprintf(w, "\n%s:\n", group.Title)
		for _, sub := range cmd.Commands() {
			if sub.GroupID == group.ID && (sub.IsAvailableCommand() || sub.Name() == "help") {
				fmt.Fprintf(w, "  %-16s  %s\n", sub.Name(), sub.Short)
			}
		}
	}
}

func usageFlags(w io.Writer, title string, flags *pflag.FlagSet) {
	if text := flags.FlagUsages(); text != "" {
		fmt.Fprintf(w, "\n%s:\n%s", title, text)
	}
}

// sentence makes a lesson one: a capital first.
func sentence(lesson string) string {
	if lesson == "" {
		return ""
	}
	return strings.ToUpper(lesson[:1]) + lesson[1:]
}
