package main

import (
	"context"
	"fmt"
	"runtime"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"github.com/ddbpatterns/ddbpatterns/load"
	"github.com/ddbpatterns/ddbpatterns/partition"
)

func newLoadPublishedCmd(a *app) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "published",
		Short: "Published measurements of DynamoDB beside the model's figures",
		Long: `Repeat published measurements of DynamoDB on the model of partitions, and print
what was published beside what the model gives.

It takes some seconds. docs/partitions.md tells what the model leaves out.`,
		Args: noArgs,
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write the figures as JSON")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		played, err := playPublished(cmd.Context(), partition.Published())
		if err != nil {
			return err
		}
		if asJSON {
			return writeJSON(a.out, played)
		}
		return a.showPublished(played)
	}
	return cmd
}

// published is an experiment that was repeated on the model.
type published struct {
	ID      string            `json:"id"`
	Setting string            `json:"setting"`
	Source  string            `json:"source"`
	Figures []publishedFigure `json:"figures"`
}

type publishedFigure struct {
	What      string `json:"what"`
	Published string `json:"published"`
	Modelled  int64  `json:"modelled"`
	Low       int64  `json:"low"`
	High      int64  `json:"high"`
	Met       bool   `json:"met"`
	Note      string `json:"note,omitempty"`
	Unmet     string `json:"unmet,omitempty"` // why
}

// playPublished repeats the experiments side by side. An experiment that runs is not interrupted.
func playPublished(ctx context.Context, experiments []partition.Experiment) ([]published, error) {
	all := make([]published, len(experiments))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, e := range experiments {
		group.Go(func() error {
			if err := ctx.Err(); err != nil {
				return fmt.Errorf("repeat %s: %w", e.ID, err)
			}
			all[i] = published{ID: e.ID, Setting: e.Setting, Source: e.Source}
			for _, f := range e.Run() {
				all[i].Figures = append(all[i].Figures, publishedFigure{
					What: f.What, Published: f.Published, Modelled: f.Modelled, Low: f.Low, High: f.High,
					Met: f.Met(), Note: f.Note, Unmet: f.Unmet,
				})
			}
			return nil
		})
	}
	return all, group.Wait()
}

func (a *app) showPublished(all []published) error {
	met, figures := 0, 0
	for _, e := range all {
		fmt.Fprintf(a.out, "=== %s: %s ===\n%s\n\n", e.ID, e.Setting, e.Source)
		fmt.Fprintf(a.out, "  %-52s %15s %9s %15s\n", "", "published", "modelled", "tolerance")
		for _, f := range e.Figures {
			verdict := "met"
			if !f.Met {
				verdict = "NOT MET"
			}
			figures++
			if f.Met {
				met++
			}
			fmt.Fprintf(a.out, "  %-52s %15s %9s %15s %s\n", f.What, f.Published, load.Thousands(f.Modelled),
				load.Thousands(f.Low)+" to "+load.Thousands(f.High), verdict)
			if f.Unmet != "" {
				fmt.Fprintf(a.out, "    not met: %s\n", strings.ReplaceAll(wrap(f.Unmet, 90), "\n", "\n    "))
			}
		}
		fmt.Fprintln(a.out)
	}
	_, err := fmt.Fprintf(a.out, "%d of %d figures are within their tolerance.\n", met, figures)
	return err
}
