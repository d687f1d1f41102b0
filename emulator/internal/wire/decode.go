package wire

import "reflect"

// Decode reads a whole body, which must be an object, into the struct that v
// points to. A member goes to the field of exactly its name; one without a field
// is skipped, and null is as if the member were not there. Fields may be pointers
// to string, bool, int64 or a struct, or slices of strings or structs. A value of
// another type is a *TypeError.
func Decode(body []byte, v any) error {
	r := NewReader(body)
	if err := r.structure(reflect.ValueOf(v).Elem()); err != nil {
		return err
	}
	return r.End()
}

func (r *Reader) structure(v reflect.Value) error {
	return r.Object("Map", func(name []byte) error {
		field := v.FieldByName(string(name))
		if !field.IsValid() {
			return r.Skip()
		}
		return r.field(field)
	})
}

func (r *Reader) field(v reflect.Value) error {
	if r.Null() {
		return nil
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		return r.field(v.Elem())
	case reflect.Slice:
		return r.slice(v)
	case reflect.Struct:
		return r.structure(v)
	case reflect.String:
		text, err := r.Text()
		v.SetString(text)
		return err
	case reflect.Bool:
		b, err := r.Bool()
		v.SetBool(b)
		return err
	case reflect.Int64:
		n, err := r.Int()
		v.SetInt(n)
		return err
	}
	return r.Skip()
}

// slice reads an array; an empty one becomes an empty slice, not a nil one.
func (r *Reader) slice(v reflect.Value) error {
	v.Set(reflect.MakeSlice(v.Type(), 0, 0))
	return r.Array("List", func() error {
		element := reflect.New(v.Type().Elem()).Elem()
		err := r.field(element)
		v.Set(reflect.Append(v, element))
		return err
	})
}
