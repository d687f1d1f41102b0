package value

// Sizes are DynamoDB's, in bytes (Developer Guide, "DynamoDB item sizes and
// formats"): names and strings by their UTF-8 length, a number about one byte
// for each two significant digits and one more, a boolean or null one, a map or
// list three and one for each element.

// Size is the item's size in bytes, names included.
func (it Item) Size() int {
	size := 0
	for name, v := range it.All() {
		size += len(name) + v.Size()
	}
	return size
}

// Size is the value's size in bytes, without its name.
func (v Value) Size() int {
	switch k := v.Kind(); k {
	case None:
		return 0
	case S, B:
		return len(v.Text())
	case N:
		return numberSize(v.Text())
	case True, False, Null:
		return 1
	case M:
		return 3 + v.Item().Size() + v.Len()
	case L:
		size := 3
		for _, e := range v.Elements() {
			size += 1 + e.Size()
		}
		return size
	case NS:
		size := 0
		for m := range v.Members() {
			size += numberSize(m)
		}
		return size
	default:
		size := 0
		for m := range v.Members() {
			size += len(m)
		}
		return size
	}
}

// numberSize counts pairs of significant digits around the decimal point; the
// sign of a negative number takes a byte more.
func numberSize(text string) int {
	var d decimal
	d.read(text)
	if len(d.digits) == 0 {
		return 1
	}
	size := (len(d.digits)+1)/2 + 1
	if d.exp&1 != 0 && len(d.digits)&1 == 0 {
		size++
	}
	if d.negative {
		size++
	}
	return size
}
