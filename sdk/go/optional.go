package pitanga

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Optional is a value that may be null or left out. Its zero value is left out: of a request it is not sent, and a
// null of an answer has no value.
type Optional[T any] struct {
	value T
	state state
}

type state uint8

const (
	absent state = iota
	null
	present
)

// Some is a value that is there.
func Some[T any](value T) Optional[T] {
	return Optional[T]{value: value, state: present}
}

// Int is a number that is there: the type of Some(1) would be Optional[int].
func Int(value int64) Optional[int64] {
	return Some(value)
}

// Null is null, which clears what a record has.
func Null[T any]() Optional[T] {
	return Optional[T]{state: null}
}

// Get answers the value, and whether there is one.
func (o Optional[T]) Get() (T, bool) {
	return o.value, o.state == present
}

// Or answers the value, or another where there is none.
func (o Optional[T]) Or(other T) T {
	if o.state == present {
		return o.value
	}
	return other
}

// IsNull tells null from a value and from what was left out.
func (o Optional[T]) IsNull() bool {
	return o.state == null
}

// IsZero tells what was left out: encoding/json does not write it.
func (o Optional[T]) IsZero() bool {
	return o.state == absent
}

// String is for people who print a record.
func (o Optional[T]) String() string {
	if o.state == present {
		return fmt.Sprint(o.value)
	}
	return "null"
}

// MarshalJSON writes the value or null.
func (o Optional[T]) MarshalJSON() ([]byte, error) {
	if o.state == present {
		return json.Marshal(o.value)
	}
	return []byte("null"), nil
}

// UnmarshalJSON reads a value or null.
func (o *Optional[T]) UnmarshalJSON(text []byte) error {
	if bytes.Equal(text, []byte("null")) {
		*o = Null[T]()
		return nil
	}
	o.state = present
	return json.Unmarshal(text, &o.value)
}

// decoded reads a value of a type that is known when a program runs.
func decoded[T any](text json.RawMessage) (any, error) {
	var value T
	err := json.Unmarshal(text, &value)
	return value, err
}
