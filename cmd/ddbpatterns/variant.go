package main

import (
	"github.com/spf13/cobra"
)

// groupVariants is the group of a pattern's variants in its help.
const groupVariants = "variants"

// variant is the words of a variant's command.
type variant struct {
	name    string // as in votes
	lesson  string // what it shows, in one line without a full stop
	text    string // more of it, with when not to use it and the figure
	example string
}

// newVariantCmd is the part of a command that all variants of patterns have; its
// flags and RunE are the variant's own.
func newVariantCmd(v variant) *cobra.Command {
	return &cobra.Command{
		Use:         v.name,
		Short:       v.lesson,
		Long:        sentence(v.lesson) + ".\n\n" + v.text,
		Example:     v.example,
		GroupID:     groupVariants,
		Args:        noArgs,
		Annotations: map[string]string{runsPatterns: ""},
	}
}

// addVariants puts variants under the command of their pattern, whose own flags
// and output stay as they are.
func addVariants(pattern *cobra.Command, variants ...*cobra.Command) {
	if !pattern.ContainsGroup(groupVariants) {
		pattern.AddGroup(&cobra.Group{ID: groupVariants, Title: "Variants"})
	}
	pattern.SuggestionsMinimumDistance = 2
	pattern.Args = variantArgs
	pattern.AddCommand(variants...)
}

// variantArgs is reached with a word that is no variant of the pattern.
func variantArgs(pattern *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return unknownVariant(pattern, args[0])
}

// unknownVariant suggests the variant that was probably meant, or else says
// where they are listed.
func unknownVariant(pattern *cobra.Command, name string) error {
	if near := pattern.SuggestionsFor(name); len(near) > 0 {
		return misused("unknown variant %q of %s: did you mean %q?", name, pattern.Name(), near[0])
	}
	return misused("unknown variant %q of %s: %q lists them", name, pattern.Name(), pattern.CommandPath()+" --help")
}
