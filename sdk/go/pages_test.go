package pitanga

import (
	"net/http"
	"testing"
)

func pageOf(ids []string, after, before string) http.HandlerFunc {
	records := []map[string]any{}
	for _, id := range ids {
		records = append(records, map[string]any{"id": id})
	}
	orNull := func(text string) any {
		if text == "" {
			return nil
		}
		return text
	}
	return answerJSON(200, map[string]any{"data": records, "pagination": map[string]any{"hasMore": after != "", "next": orNull(after), "before": orNull(before)}})
}

func idsOf(t *testing.T, page *Page[StoreCharge]) []string {
	t.Helper()
	var ids []string
	for charge, err := range page.All(ctx) {
		noError(t, err)
		ids = append(ids, charge.ID)
	}
	return ids
}

func queries(s *server) []string {
	var asked []string
	for _, call := range s.seen() {
		asked = append(asked, call.query)
	}
	return asked
}

func TestAllGoesOverAllPagesAndKeepsTheFilters(t *testing.T) {
	s := serve(t, pageOf([]string{"a", "b"}, "b", ""), pageOf([]string{"c", "d"}, "d", ""), pageOf([]string{"e"}, "", ""))
	first, err := s.client().Charges.List(ctx, ListStoreChargesQuery{Status: "PAID", Limit: 2})
	noError(t, err)
	equal(t, "the calls for a page", len(s.seen()), 1)
	equal(t, "more", first.Pagination.HasMore, true)
	equal(t, "all", idsOf(t, first), []string{"a", "b", "c", "d", "e"})
	equal(t, "the queries", queries(s), []string{"limit=2&status=PAID", "after=b&limit=2&status=PAID", "after=d&limit=2&status=PAID"})
}

func TestAListWithBeforeGoesFromOlderRecordsToNewerOnes(t *testing.T) {
	s := serve(t, pageOf([]string{"d", "e"}, "e", "d"), pageOf([]string{"b", "c"}, "c", "b"), pageOf([]string{"a"}, "a", ""))
	first, err := s.client().Charges.List(ctx, ListStoreChargesQuery{Limit: 2, Before: "f"})
	noError(t, err)
	equal(t, "all", idsOf(t, first), []string{"e", "d", "c", "b", "a"})
	equal(t, "the page itself", first.Data[0].ID, "d")
	equal(t, "the queries", queries(s), []string{"before=f&limit=2", "before=d&limit=2", "before=b&limit=2"})
}

func TestAPageIsAskedForWhenItIsDueAndRepeatedLikeAnyCall(t *testing.T) {
	s := serve(t, pageOf([]string{"a"}, "a", ""), refuse(503, "SERVICE_UNAVAILABLE"), pageOf([]string{"b"}, "", ""))
	first, err := s.client().Charges.List(ctx, ListStoreChargesQuery{})
	noError(t, err)
	for charge := range first.All(ctx) {
		equal(t, "the first", charge.ID, "a")
		break
	}
	equal(t, "the calls until then", len(s.seen()), 1)
	second, err := first.Next(ctx)
	noError(t, err)
	equal(t, "the second", second.Data[0].ID, "b")
	last, err := second.Next(ctx)
	noError(t, err)
	if last != nil || len(s.seen()) != 3 {
		t.Errorf("after the last page comes %v, by %d calls", last, len(s.seen()))
	}
}

func TestAnErrorIsTheLastElement(t *testing.T) {
	s := serve(t, pageOf([]string{"a"}, "a", ""), refuse(401, "API_KEY_INVALID"))
	first, err := s.client().Charges.List(ctx, ListStoreChargesQuery{})
	noError(t, err)
	var codes []ErrorCode
	for _, err := range first.All(ctx) {
		codes = append(codes, codeOf(err))
	}
	equal(t, "the codes", codes, []ErrorCode{"", ErrorCodeAPIKeyInvalid})
}
