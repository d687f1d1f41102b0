package transcript

import "fmt"

// shown is how many calls of a run are shown.
const shown = 3

// run is a stretch of calls of one operation with no section between.
type run struct {
	operation string
	calls     int
	last      string // the block of the call before, in whatever rendering
}

// begins reports whether a call of operation is the first of another run.
func (r run) begins(operation string) bool { return r.calls == 0 || r.operation != operation }

// next counts a call and reports whether its block is to be shown: it is among
// the first, and differs from the one before.
func (r *run) next(operation, block string) bool {
	show := r.calls < shown && (r.calls == 0 || block != r.last)
	r.operation, r.last = operation, block
	r.calls++
	return show
}

// rest tells, once the run is over, of the calls after those shown; "" if there
// were none.
func (r run) rest() string {
	if r.calls <= shown {
		return ""
	}
	return fmt.Sprintf("... (+%d more %s calls not shown)", r.calls-shown, r.operation)
}

// folding shows the calls of a transcript as its mode has it: all of them, or the
// first of each run and, when it is over, the number of the rest.
type folding struct {
	whole bool // all of them
	run   run
	show  func(block string)
	tell  func(rest string)
}

func (f *folding) call(operation, block string) {
	if f.whole {
		f.show(block)
		return
	}
	if f.run.begins(operation) {
		f.end()
	}
	if f.run.next(operation, block) {
		f.show(block)
	}
}

// end ends the run, as a section does.
func (f *folding) end() {
	if rest := f.run.rest(); rest != "" {
		f.tell(rest)
	}
	f.run = run{}
}
