package partition

import "container/heap"

// schedule holds threads until their next call, earliest first and equal ones by number. Calls that are answered come back
// in the order in which they were sent, so those threads stand in line; only who waits longer is sorted.
type schedule struct {
	line   []*thread // from first on
	first  int
	sorted threads
}

// push adds a thread; inLine tells that its time is not before that of any thread in line.
func (s *schedule) push(th *thread, inLine bool) {
	if !inLine {
		heap.Push(&s.sorted, th)
		return
	}
	if s.first > len(s.line)/2 {
		s.line = append(s.line[:0], s.line[s.first:]...)
		s.first = 0
	}
	s.line = append(s.line, th)
}

// pop takes the next thread, or nil if there is none.
func (s *schedule) pop() *thread {
	if s.first == len(s.line) && len(s.sorted) == 0 {
		return nil
	}
	if s.first == len(s.line) || len(s.sorted) > 0 && s.sorted[0].before(s.line[s.first]) {
		return heap.Pop(&s.sorted).(*thread)
	}
	s.first++
	return s.line[s.first-1]
}

func (t *thread) before(u *thread) bool { return t.at < u.at || t.at == u.at && t.id < u.id }

// threads is a heap.
type threads []*thread

func (t threads) Len() int           { return len(t) }
func (t threads) Less(i, j int) bool { return t[i].before(t[j]) }
func (t threads) Swap(i, j int)      { t[i], t[j] = t[j], t[i] }
func (t *threads) Push(x any)        { *t = append(*t, x.(*thread)) }
func (t *threads) Pop() any {
	old := *t
	last := old[len(old)-1]
	*t = old[:len(old)-1]
	return last
}
