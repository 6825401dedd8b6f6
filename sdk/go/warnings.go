package pitanga

import (
	"fmt"
	"net/http"
	"os"
	"regexp"
	"strings"
	"sync"
)

// Sentences have names from requests in them: more than this many are not kept.
const keptWarnings = 1000

// warnOnce writes each distinct sentence once to standard error.
func warnOnce() func(sentence string) {
	var mutex sync.Mutex
	said := map[string]bool{}
	return func(sentence string) {
		mutex.Lock()
		defer mutex.Unlock()
		if said[sentence] {
			return
		}
		if len(said) >= keptWarnings {
			clear(said)
		}
		said[sentence] = true
		fmt.Fprintln(os.Stderr, "Pitanga: "+sentence)
	}
}

var (
	warningPattern = regexp.MustCompile(`\b299 \S+ "((?:[^"\\]|\\.)*)"`)
	quotedPair     = regexp.MustCompile(`\\(.)`)
)

// warningsOf are the sentences of the Warning headers (RFC 9110, code 299).
func warningsOf(header http.Header) []string {
	var sentences []string
	for _, found := range warningPattern.FindAllStringSubmatch(strings.Join(header.Values("Warning"), ", "), -1) {
		sentences = append(sentences, quotedPair.ReplaceAllString(found[1], "$1"))
	}
	return sentences
}
