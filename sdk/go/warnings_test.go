package pitanga

import (
	"io"
	"net/http"
	"os"
	"testing"
)

const unknown = "Unknown field 'expiresin' was ignored; did you mean 'expiresIn'?"

const quotedWarnings = `299 - "` + unknown + `", 299 - "A \"quoted\", and a \\ too"`

func TestEachDistinctSentenceIsOnceOnStandardError(t *testing.T) {
	s := serve(t, answer(map[string]any{}, "Warning", quotedWarnings), answer(map[string]any{}, "Warning", quotedWarnings))
	said := standardErrorOf(t, func() {
		client, err := New("pit_dev_1", WithURL(s.url))
		noError(t, err)
		for range 2 {
			_, err := client.Store.Get(ctx)
			noError(t, err)
		}
	})
	equal(t, "standard error", said, "Pitanga: "+unknown+"\nPitanga: A \"quoted\", and a \\ too\n")
}

func standardErrorOf(t *testing.T, run func()) string {
	t.Helper()
	reader, writer, err := os.Pipe()
	noError(t, err)
	own := os.Stderr
	os.Stderr = writer
	defer func() { os.Stderr = own }()
	run()
	noError(t, writer.Close())
	text, err := io.ReadAll(reader)
	noError(t, err)
	return string(text)
}

func TestAHandlerIsGivenEachThatOfTheCallBeforeThatOfTheClient(t *testing.T) {
	warned := answer(map[string]any{}, "Warning", `299 - "`+unknown+`"`)
	s := serve(t, warned, warned, warned, warned)
	var ofClient, ofCall []string
	client := s.client(WithOnWarning(func(sentence string) { ofClient = append(ofClient, sentence) }))
	for _, options := range [][]CallOption{nil, nil, {WithOnWarning(func(sentence string) { ofCall = append(ofCall, sentence) })}, {WithOnWarning(nil)}} {
		_, err := client.Store.Get(ctx, options...)
		noError(t, err)
	}
	equal(t, "of the client", ofClient, []string{unknown, unknown})
	equal(t, "of the call", ofCall, []string{unknown})
}

func TestAnAnswerHasThemToo(t *testing.T) {
	s := serve(t, answer(map[string]any{}, "Warning", `299 - "`+unknown+`"`, "X-Request-Id", "req_1"))
	var got Answer
	_, err := s.client().Store.Get(ctx, WithAnswer(&got))
	noError(t, err)
	equal(t, "the answer", got, Answer{Status: 200, RequestID: "req_1", Warnings: []string{unknown}})
}

func TestWarningsOfOtherAgentsAreLeftOut(t *testing.T) {
	header := http.Header{"Warning": {`110 cache "Response is stale"`, `299 - "ours"`}}
	equal(t, "the sentences", warningsOf(header), []string{"ours"})
}
