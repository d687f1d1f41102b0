package main

import (
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ddbpatterns/ddbpatterns/ddb"
	"github.com/ddbpatterns/ddbpatterns/trace"
	"github.com/ddbpatterns/ddbpatterns/transcript"
)

// app is what the commands share: where output goes and the flags that all
// patterns have.
type app struct {
	out    *output
	stdout io.Writer // what out writes to, to see whether it is a terminal
	stderr io.Writer

	started bool // the flags were fine and a command runs

	endpointURL, region, profile string
	aws, limits                  bool
	tablePrefix                  string
	keep                         bool
	seed                         uint64
	trace, format, color         string
	capacity                     bool

	groups []flagGroup
}

// flagGroup is flags that are shown together in a command's help.
type flagGroup struct {
	title string
	flags *pflag.FlagSet
}

// runsPatterns marks, among a command's annotations, one that the shared flags
// are for; refuses names those that are not, separated by blanks.
const (
	runsPatterns = "runs-patterns"
	refuses      = "refuses"
)

// takes tells whether a shared flag is of use with a command.
func takes(cmd *cobra.Command, flag string) bool {
	_, ok := cmd.Annotations[runsPatterns]
	return ok && !slices.Contains(strings.Fields(cmd.Annotations[refuses]), flag)
}

// addFlags gives root the flags that all patterns have.
func (a *app) addFlags(root *cobra.Command) {
	a.group(root, "Engine flags", func(f *pflag.FlagSet) {
		f.StringVar(&a.endpointURL, "endpoint-url", "", "run on the engine at this `url` (default: the embedded one)")
		f.BoolVar(&a.aws, "aws", false, "run on DynamoDB itself, with your credentials; costs money")
		f.BoolVar(&a.limits, "limits", false, "let the embedded engine throttle as DynamoDB's partitions do")
		f.StringVar(&a.region, "region", "", "AWS `region`, instead of the configured one")
		f.StringVar(&a.profile, "profile", "", "AWS configuration `profile`; only with --aws")
	})
	a.group(root, "Table and data flags", func(f *pflag.FlagSet) {
		f.StringVar(&a.tablePrefix, "table-prefix", "", "put this `text` before each table's name")
		f.BoolVar(&a.keep, "keep", false, "leave the tables there at the end")
		f.Uint64Var(&a.seed, "seed", 20261020, "draw the data from this `number`; the same seed, the same data")
	})
	a.group(root, "Output flags", func(f *pflag.FlagSet) {
		f.StringVar(&a.trace, "trace", "guide", "calls to show: guide (the first of each run), full or off")
		f.StringVar(&a.format, "format", "text", "what the transcript is: text, jsonl (a JSON object a line) or html (a page)")
		f.StringVar(&a.color, "color", "auto", "colour the transcript: auto, always or never")
		f.BoolVar(&a.capacity, "capacity", false, "show the capacity that each call consumed")
	})
	for flag, words := range map[string][]string{"trace": traceWords(), "format": formatWords(), "color": colorWords()} {
		// The error is for a flag that does not exist.
		_ = root.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
	}
}

func traceWords() []string  { return []string{"guide", "full", "off"} }
func formatWords() []string { return []string{"text", "jsonl", "html"} }
func colorWords() []string  { return []string{"auto", "always", "never"} }

func (a *app) group(root *cobra.Command, title string, add func(*pflag.FlagSet)) {
	flags := pflag.NewFlagSet(title, pflag.ContinueOnError)
	flags.SortFlags = false
	add(flags)
	root.PersistentFlags().AddFlagSet(flags)
	a.groups = append(a.groups, flagGroup{title, flags})
}

// check looks at the shared flags before anything is opened.
func (a *app) check(cmd *cobra.Command) error {
	if err := a.refuseShared(cmd); err != nil {
		return err
	}
	if _, ok := cmd.Annotations[runsPatterns]; !ok {
		return nil
	}
	switch {
	case a.aws && a.endpointURL != "":
		return misused("--endpoint-url and --aws cannot be used together")
	case a.profile != "" && !a.aws:
		return misused("--profile is of use only with --aws")
	case a.limits && (a.aws || a.endpointURL != ""):
		return misused("--limits is of use only with the embedded engine; another one starts with its own: ddbpatterns serve --limits")
	case a.seed == 0:
		return misused("--seed must be at least 1, got 0")
	}
	if cmd.Flags().Changed("endpoint-url") {
		if err := ddb.CheckURL(a.endpointURL); err != nil {
			return misused("--endpoint-url: %w", err)
		}
	}
	if err := checkPrefix(a.tablePrefix); err != nil {
		return err
	}
	if err := oneOf("trace", a.trace, traceWords()...); err != nil {
		return err
	}
	if err := oneOf("format", a.format, formatWords()...); err != nil {
		return err
	}
	return oneOf("color", a.color, colorWords()...)
}

// refuseShared keeps a command from passing over a flag that it has no use for
// without a word.
func (a *app) refuseShared(cmd *cobra.Command) error {
	var err error
	for _, group := range a.groups {
		group.flags.VisitAll(func(flag *pflag.Flag) {
			if flag.Changed && !takes(cmd, flag.Name) && err == nil {
				err = misused("--%s is of no use with %q", flag.Name, cmd.CommandPath())
			}
		})
	}
	return err
}

// checkPrefix allows what a table name may hold, and leaves it room: names have
// at most 255 characters (DynamoDB Developer Guide, "Naming rules").
func checkPrefix(prefix string) error {
	for _, r := range prefix {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '_', r == '-', r == '.':
		default:
			return misused("--table-prefix may hold letters, digits, _, - and . only, got %q", prefix)
		}
	}
	if len(prefix) > 200 {
		return misused("--table-prefix must be at most 200 characters, got %d", len(prefix))
	}
	return nil
}

// scribe is a transcript in any format.
type scribe interface {
	transcript.Stage
	trace.Sink
	Close() error
}

func (a *app) newTranscript() scribe {
	// check has seen to it that mode and format are ones that there are.
	mode, _ := transcript.ParseMode(a.trace)
	o := transcript.Options{Mode: mode, Color: colours(a.color, a.stdout), Capacity: a.capacity}
	switch a.format {
	case "jsonl":
		return transcript.NewJSONLines(a.out, o)
	case "html":
		return transcript.NewHTML(a.out, o)
	}
	return transcript.New(a.out, o)
}
