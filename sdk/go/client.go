// Package pitanga calls the API of Pitanga, an open payment platform for Brazil: Pix, boleto, card, subscriptions and
// payouts.
//
//	client, err := pitanga.New(os.Getenv("PITANGA_KEY"), pitanga.WithURL("http://127.0.0.1:8080"))
//	charge, err := client.Charges.Create(ctx, pitanga.CreateCharge{
//		Method: "PIX",
//		Data:   pitanga.ChargeData{Amount: 12345},
//	})
//
// Methods follow the paths: POST /v2/payment-links/create is client.PaymentLinks.Create. An id comes first. Amounts
// are in centavos, times in UTC.
package pitanga

import (
	"errors"
	"math/rand/v2"
	"net/http"
	"regexp"
	"strings"
	"time"
)

const defaultURL = "http://127.0.0.1:8080"

// Client is a client of the API with one key. Goroutines may share it.
type Client struct {
	API
}

var (
	keyPattern = regexp.MustCompile(`^[!-~]+$`)
	urlPattern = regexp.MustCompile(`^https?://[^/]`)
)

// New makes a client for a secret key (pit_dev_…, pit_prod_…), or with a public one (pk_…) for CardTokens.Create. It
// fails when the key or an option cannot be.
func New(key string, options ...ClientOption) (*Client, error) {
	if key == "" {
		return nil, errors.New("pitanga: the key is empty")
	}
	if !keyPattern.MatchString(key) {
		return nil, errors.New("pitanga: the key has a character that no key has: copy the whole key")
	}
	defaults := settings{timeout: 30 * time.Second, maxRetries: 2, onWarning: warnOnce()}
	made := client{settings: defaults, url: defaultURL, http: http.DefaultClient}
	for _, option := range options {
		option.ofClient(&made)
	}
	if !urlPattern.MatchString(made.url) {
		return nil, errors.New("pitanga: the url begins with http:// or https://")
	}
	if err := made.settings.check(); err != nil {
		return nil, err
	}
	return &Client{API: newAPI(&transport{
		key:      func() string { return key },
		url:      strings.TrimRight(made.url, "/"),
		http:     made.http,
		settings: made.settings,
		silence:  silence,
		sleep:    sleep,
		random:   rand.Float64,
	})}, nil
}
