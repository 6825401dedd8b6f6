//go:build live

// A sale from its charge to its refund at a platform that runs: PITANGA_URL and PITANGA_KEY, a dev key.

package pitanga

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"
)

const patience = time.Minute

type delivery struct {
	body   []byte
	header http.Header
}

func liveClient(t *testing.T, options ...ClientOption) *Client {
	t.Helper()
	client, err := New(os.Getenv("PITANGA_KEY"), append([]ClientOption{WithURL(os.Getenv("PITANGA_URL"))}, options...)...)
	noError(t, err)
	return client
}

// shop is a server that takes webhooks, and what came.
func shop(t *testing.T) (string, chan delivery) {
	t.Helper()
	came := make(chan delivery, 10)
	listening := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		came <- delivery{body, r.Header}
		w.WriteHeader(http.StatusNoContent)
	}))
	t.Cleanup(listening.Close)
	return listening.URL + "/hooks", came
}

func received(t *testing.T, came chan delivery, secret string) WebhookEvent {
	t.Helper()
	select {
	case got := <-came:
		if _, err := VerifyWebhook(append(got.body, ' '), got.header, secret); codeOf(err) != ErrorCodeSignatureInvalid {
			t.Errorf("another body is %v", err)
		}
		if _, err := VerifyWebhook(got.body, got.header, "the secret of another webhook"); codeOf(err) != ErrorCodeSignatureInvalid {
			t.Errorf("another secret is %v", err)
		}
		event, err := VerifyWebhook(got.body, got.header, secret)
		noError(t, err)
		return event
	case <-time.After(patience):
		t.Fatal("no webhook came")
		return WebhookEvent{}
	}
}

func TestLiveAChargeIsCreatedPaidFoundAndRefunded(t *testing.T) {
	var warnings []string
	client := liveClient(t, WithOnWarning(func(sentence string) { warnings = append(warnings, sentence) }))
	url, came := shop(t)
	webhook, err := client.Webhooks.Create(ctx, CreateWebhook{Name: "shop", Endpoint: url, Events: []string{"transparent.completed", "transparent.refunded"}})
	noError(t, err)
	if !strings.Contains(strings.Join(warnings, " "), "should begin with https://") {
		t.Errorf("the warnings are %v", warnings)
	}

	charge, err := client.Charges.Create(ctx, CreateCharge{Method: "PIX", Data: ChargeData{Amount: 12345, Metadata: MetadataInput{"order": "ção"}}})
	noError(t, err)
	if charge.Status != "PENDING" || charge.Method != "PIX" || charge.BrCode.Or("") == "" || charge.CreatedAt.IsZero() {
		t.Errorf("the charge is %+v", charge)
	}
	simulated, err := client.Charges.SimulatePayment(ctx, charge.ID, SimulateChargePayment{})
	noError(t, err)
	equal(t, "the status", simulated.Status, "PAID")
	paid, err := client.Charges.Get(ctx, charge.ID)
	noError(t, err)
	equal(t, "what was paid", paid.PaidAmount.Or(0), int64(12345))
	page, err := client.Charges.List(ctx, ListStoreChargesQuery{Status: "PAID", Limit: 1})
	noError(t, err)
	equal(t, "the newest", page.Data[0].ID, charge.ID)

	completed, isCompleted := received(t, came, webhook.Secret).Data.(TransparentCompletedData)
	if !isCompleted || completed.Transparent.ID != charge.ID {
		t.Errorf("the webhook says %+v", completed)
	}
	refund, err := client.Charges.Refund(ctx, charge.ID, CreateRefund{Amount: 345})
	noError(t, err)
	equal(t, "the refund", refund.Amount, int64(345))
	refunded, isRefunded := received(t, came, webhook.Secret).Data.(TransparentRefundedData)
	if !isRefunded || refunded.Refund.Amount != 345 {
		t.Errorf("the webhook says %+v", refunded)
	}
	_, err = client.Webhooks.Delete(ctx, webhook.ID)
	noError(t, err)

	events, err := client.Events.List(ctx, ListEventsQuery{RecordID: charge.ID, Type: "transparent.completed"})
	noError(t, err)
	for event, err := range client.Events.Stream(ctx, StreamEventsQuery{After: events.Data[0].ID}) {
		noError(t, err)
		equal(t, "the next event", event.Event, "transparent.refunded")
		break
	}
}

func TestLiveCallsWithOneKeyHaveOneEffect(t *testing.T) {
	client := liveClient(t)
	create := func(options ...WriteOption) string {
		charge, err := client.Charges.Create(ctx, CreateCharge{Data: ChargeData{Amount: 500}}, options...)
		noError(t, err)
		return charge.ID
	}
	key := WithIdempotencyKey(fmt.Sprintf("order-%d", time.Now().UnixNano()))
	first := create(key)
	equal(t, "the second", create(key), first)
	if create() == first {
		t.Error("a call without the key has the effect of another")
	}
}

func TestLiveAllGoesOverPages(t *testing.T) {
	client := liveClient(t)
	created := map[string]bool{}
	for n := range int64(3) {
		charge, err := client.Charges.Create(ctx, CreateCharge{Data: ChargeData{Amount: 700 + n}})
		noError(t, err)
		created[charge.ID] = true
	}
	page, err := client.Charges.List(ctx, ListStoreChargesQuery{AmountMin: Int(700), AmountMax: Int(702), Limit: 1})
	noError(t, err)
	for charge, err := range page.All(ctx) {
		noError(t, err)
		delete(created, charge.ID)
	}
	equal(t, "those not seen", len(created), 0)
}

func TestLiveARefusalHasItsCode(t *testing.T) {
	_, err := liveClient(t).Charges.Get(ctx, "pix_char_unknown")
	equal(t, "the code", codeOf(err), ErrorCodeChargeNotFound)
}

func TestLiveWhatIsNoRecordComesToo(t *testing.T) {
	client := liveClient(t)
	text, err := client.BankStatement.Export(ctx, ExportBankStatementQuery{Format: "csv"})
	noError(t, err)
	if !strings.HasPrefix(text, "id,createdAt,") {
		t.Errorf("the statement begins with %.20q", text)
	}
}
