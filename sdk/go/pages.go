package pitanga

import (
	"context"
	"iter"
	"slices"
)

// Page is a page of a list. All goes on over the pages after it.
type Page[T any] struct {
	// Data are the records of this page alone, newest first.
	Data []T
	// Pagination says where the pages before and after it are.
	Pagination Pagination

	next        func(ctx context.Context) (*Page[T], error)
	goesToNewer bool
}

// Next asks for the page after this one; nil when it is the last.
func (p *Page[T]) Next(ctx context.Context) (*Page[T], error) {
	return p.next(ctx)
}

// All goes over the records of this page and of all pages after it, and asks for each when it is due: from newer records
// to older ones, of a list with Before from older ones to newer. An error is its last element.
func (p *Page[T]) All(ctx context.Context) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for page := p; page != nil; {
			records := page.Data
			if page.goesToNewer {
				records = slices.Clone(records)
				slices.Reverse(records)
			}
			for _, record := range records {
				if !yield(record, nil) {
					return
				}
			}
			next, err := page.next(ctx)
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			page = next
		}
	}
}
