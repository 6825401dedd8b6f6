package pitanga

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
)

// identified is what a call takes that is about one record.
type identified struct {
	id     string
	fields any
}

func withID(id string, fields any) identified {
	return identified{id, fields}
}

// MarshalJSON writes the fields and the id as one object.
func (i identified) MarshalJSON() ([]byte, error) {
	id, err := json.Marshal(map[string]string{"id": i.id})
	if err != nil || i.fields == nil {
		return id, err
	}
	fields, err := json.Marshal(i.fields)
	if err != nil || bytes.Equal(fields, []byte("{}")) {
		return id, err
	}
	return append(append(id[:len(id)-1], ','), fields[1:]...), nil
}

// read answers the record of a GET.
func read[T any](ctx context.Context, t *transport, path string, fields any, options []CallOption) (T, error) {
	query, err := queryOf(fields)
	if err != nil {
		var none T
		return none, err
	}
	return data[T](ctx, t, request{method: http.MethodGet, path: path, query: query}, callOf(t, options))
}

// write answers the record of a POST, whose retries keep one Idempotency-Key.
func write[T any](ctx context.Context, t *transport, path string, fields any, options []WriteOption) (T, error) {
	made := call{settings: t.settings}
	for _, option := range options {
		option.ofWrite(&made)
	}
	return post[T](ctx, t, path, fields, made, true)
}

// writeWithoutKey is a POST of an operation that takes no Idempotency-Key.
func writeWithoutKey[T any](ctx context.Context, t *transport, path string, fields any, options []CallOption) (T, error) {
	return post[T](ctx, t, path, fields, callOf(t, options), false)
}

// readText answers a file as it is.
func readText(ctx context.Context, t *transport, path string, fields any, options []CallOption) (string, error) {
	query, err := queryOf(fields)
	if err != nil {
		return "", err
	}
	got, err := t.send(ctx, request{method: http.MethodGet, path: path, query: query}, callOf(t, options))
	if err != nil {
		return "", err
	}
	return string(got.body), nil
}

// list answers the first page of a list.
func list[T any](ctx context.Context, t *transport, path string, fields any, options []CallOption) (*Page[T], error) {
	query, err := queryOf(fields)
	if err != nil {
		return nil, err
	}
	return page[T](ctx, t, path, query, callOf(t, options))
}

func page[T any](ctx context.Context, t *transport, path string, query url.Values, made call) (*Page[T], error) {
	got, err := t.send(ctx, request{method: http.MethodGet, path: path, query: query}, made)
	if err != nil {
		return nil, err
	}
	read, err := envelopeOf[[]T](got)
	if err != nil {
		return nil, err
	}
	// With `before` it goes towards newer pages, else towards older ones.
	goesToNewer := query.Has("before")
	name, cursor := "after", read.Pagination.Next
	if goesToNewer {
		name, cursor = "before", read.Pagination.Before
	}
	next := func(ctx context.Context) (*Page[T], error) {
		after, ok := cursor.Get()
		if !ok {
			return nil, nil
		}
		further := url.Values{}
		for field, values := range query {
			further[field] = values
		}
		further.Set(name, after)
		return page[T](ctx, t, path, further, made)
	}
	return &Page[T]{Data: read.Data, Pagination: read.Pagination, next: next, goesToNewer: goesToNewer}, nil
}

func post[T any](ctx context.Context, t *transport, path string, fields any, made call, isKeyed bool) (T, error) {
	if fields == nil {
		fields = struct{}{}
	}
	body, err := json.Marshal(fields)
	if err != nil {
		var none T
		return none, err
	}
	return data[T](ctx, t, request{method: http.MethodPost, path: path, body: body, isKeyed: isKeyed}, made)
}

func data[T any](ctx context.Context, t *transport, asked request, made call) (T, error) {
	got, err := t.send(ctx, asked, made)
	if err != nil {
		var none T
		return none, err
	}
	read, err := envelopeOf[T](got)
	return read.Data, err
}

type envelope[T any] struct {
	Data       T          `json:"data"`
	Pagination Pagination `json:"pagination"`
}

// envelopeOf reads an answer, and refuses one that is not of the API.
func envelopeOf[T any](got *response) (envelope[T], error) {
	var raw struct {
		Data json.RawMessage `json:"data"`
	}
	var read envelope[T]
	if err := json.Unmarshal(got.body, &raw); err != nil || raw.Data == nil {
		return read, unreadable(got, "The answer is not one of Pitanga.", err)
	}
	if err := json.Unmarshal(got.body, &read); err != nil {
		return read, unreadable(got, "The answer has another shape than this release of the client knows.", err)
	}
	return read, nil
}

func callOf(t *transport, options []CallOption) call {
	made := call{settings: t.settings}
	for _, option := range options {
		option.ofCall(&made)
	}
	return made
}

// queryOf writes fields as a query, without those that are null or left out.
func queryOf(fields any) (url.Values, error) {
	query := url.Values{}
	if fields == nil {
		return query, nil
	}
	text, err := json.Marshal(fields)
	if err != nil {
		return nil, err
	}
	var values map[string]any
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&values); err != nil {
		return nil, err
	}
	for name, value := range values {
		switch value := value.(type) {
		case nil:
		case string:
			query.Set(name, value)
		case json.Number:
			query.Set(name, value.String())
		case bool:
			query.Set(name, map[bool]string{true: "true", false: "false"}[value])
		}
	}
	return query, nil
}
