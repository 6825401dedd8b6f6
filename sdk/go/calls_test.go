package pitanga

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"
)

var ctx = context.Background()

func TestAWriteSendsWhatWasGivenAndAnswersTheRecord(t *testing.T) {
	s := serve(t, answer(map[string]any{"id": "pix_char_1", "paidAmount": nil, "amount": 12345}))
	charge, err := s.client().Charges.Create(ctx, CreateCharge{Method: "PIX", Data: ChargeData{Amount: 12345, Metadata: MetadataInput{"order": "7"}}})
	noError(t, err)
	call := s.calls[0]
	equal(t, "the call", call.method+" "+call.path, "POST /v2/transparents/create")
	equal(t, "the body", call.body, `{"method":"PIX","data":{"amount":12345,"metadata":{"order":"7"}}}`)
	equal(t, "the key", call.header.Get("Authorization"), "Bearer pit_dev_1")
	equal(t, "the agent", call.header.Get("User-Agent"), "pitanga-go/"+Version)
	equal(t, "the charge", fmt.Sprint(charge.ID, charge.Amount, charge.PaidAmount.IsNull(), charge.PaidAmount.Or(-1)), "pix_char_112345 true -1")
}

func TestWhatIsLeftOutIsNotSentAndNullClears(t *testing.T) {
	s := serve(t, answer(map[string]any{}), answer(map[string]any{}), answer(map[string]any{}))
	client := s.client()
	_, err := client.Customers.Update(ctx, "cust_1", UpdateCustomer{Name: Null[string](), City: Some("Recife")})
	noError(t, err)
	_, err = client.Charges.Refund(ctx, `a"b`, CreateRefund{})
	noError(t, err)
	_, err = client.PayoutLimits.Update(ctx, UpdatePayoutLimits{PerDay: Int(0), PerNight: Null[int64](), AllowedKeys: Some([]AllowedPixKeyInput{})})
	noError(t, err)
	equal(t, "an update", s.calls[0].body, `{"id":"cust_1","name":null,"city":"Recife"}`)
	equal(t, "an id alone", s.calls[1].body, `{"id":"a\"b"}`)
	equal(t, "zero, null and nothing", s.calls[2].body, `{"perDay":0,"perNight":null,"allowedKeys":[]}`)
}

func TestAReadSendsAQuery(t *testing.T) {
	s := serve(t, answer(map[string]any{}), answer(map[string]any{}), answerJSON(200, map[string]any{"data": []any{}, "pagination": map[string]any{"hasMore": false, "next": nil, "before": nil}}))
	client := s.client()
	_, err := client.Charges.Get(ctx, "pix_char_1")
	noError(t, err)
	_, err = client.Customers.Get(ctx, GetCustomerQuery{Email: "ana@example.com"})
	noError(t, err)
	_, err = client.BankStatement.List(ctx, ListBankStatementQuery{WithBalance: Some(true), Limit: 5})
	noError(t, err)
	equal(t, "the queries", []string{s.calls[0].query, s.calls[1].query, s.calls[2].query}, []string{"id=pix_char_1", "email=ana%40example.com", "limit=5&withBalance=true"})
}

func TestAFileIsAnsweredAsItsText(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "id,amount\r\n") })
	text, err := s.client().BankStatement.Export(ctx, ExportBankStatementQuery{Format: "csv"})
	noError(t, err)
	equal(t, "the file", text, "id,amount\r\n")
}

func TestAnAnswerOfAnotherServerIsAnError(t *testing.T) {
	page := func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<html>Sign in to the Wi-Fi</html>") }
	s := serve(t, page, answer(map[string]any{"id": 7}))
	for range 2 {
		_, err := s.client().Store.Get(ctx)
		equal(t, "the code", codeOf(err), ErrorCodeUnreadableAnswer)
	}
	equal(t, "the calls", len(s.seen()), 2)
}

func TestARefusalSaysWhy(t *testing.T) {
	s := serve(t, refuse(404, "CHARGE_NOT_FOUND", "X-Request-Id", "req_1", "Warning", `299 - "Mind this."`))
	_, err := s.client().Charges.Get(ctx, "pix_char_1")
	var refused *Error
	if !errors.As(err, &refused) {
		t.Fatal(err)
	}
	want := Error{Code: ErrorCodeChargeNotFound, Message: "The sentence of CHARGE_NOT_FOUND.", Status: 404, RequestID: "req_1", Docs: "https://pay.example/docs", Warnings: []string{"Mind this."}}
	equal(t, "the error", *refused, want)
	equal(t, "its text", err.Error(), "The sentence of CHARGE_NOT_FOUND. (CHARGE_NOT_FOUND)")
}

func TestWhatCannotBeIsRefusedBeforeAnyCall(t *testing.T) {
	for sentence, make := range map[string]func() (*Client, error){
		"the key is empty":    func() (*Client, error) { return New("") },
		"copy the whole key":  func() (*Client, error) { return New("pit_dev_…") },
		"the url begins with": func() (*Client, error) { return New("pit_dev_1", WithURL("pay.example")) },
		"the timeout is":      func() (*Client, error) { return New("pit_dev_1", WithTimeout(0)) },
		"retries is 0":        func() (*Client, error) { return New("pit_dev_1", WithMaxRetries(-1)) },
	} {
		if _, err := make(); err == nil || !strings.Contains(err.Error(), sentence) {
			t.Errorf("%v does not say %q", err, sentence)
		}
	}
	s := serve(t)
	for _, key := range []string{"", "pedido…", strings.Repeat("k", 256)} {
		if _, err := s.client().Charges.Create(ctx, CreateCharge{}, WithIdempotencyKey(key)); err == nil {
			t.Errorf("%q is taken for a key", key)
		}
	}
	if _, err := s.client().Store.Get(ctx, WithTimeout(-time.Second)); err == nil {
		t.Error("a time-out of less than nothing is taken")
	}
}

func TestNothingShowsTheKey(t *testing.T) {
	client, err := New("pit_dev_secret")
	noError(t, err)
	for _, form := range []string{"%v", "%+v", "%#v", "%s"} {
		for _, value := range []any{client, client.Charges, *client} {
			if text := fmt.Sprintf(form, value); strings.Contains(text, "secret") {
				t.Errorf("%s shows the key: %s", form, text)
			}
		}
	}
}

// example is an operation of the document, with its answer.
type example struct {
	method string
	path   string
	isList bool
	isText bool
	keyed  bool
	body   json.RawMessage
}

func examples(t *testing.T) map[string]example {
	t.Helper()
	text, err := os.ReadFile("../../docs/api/v2.openapi.json")
	noError(t, err)
	var document struct {
		Paths map[string]map[string]struct {
			Name       string                  `json:"x-sdk-name"`
			Parameters []struct{ Name string } `json:"parameters"`
			Responses  map[string]struct {
				Content map[string]struct{ Example json.RawMessage }
			}
		}
	}
	noError(t, json.Unmarshal(text, &document))
	found := map[string]example{}
	for path, methods := range document.Paths {
		for method, operation := range methods {
			content := operation.Responses["200"].Content["application/json"]
			var shape struct{ Pagination json.RawMessage }
			_ = json.Unmarshal(content.Example, &shape)
			one := example{method: strings.ToUpper(method), path: path, isList: shape.Pagination != nil, isText: content.Example == nil, body: content.Example}
			for _, parameter := range operation.Parameters {
				one.keyed = one.keyed || parameter.Name == "idempotency-key"
			}
			found[one.method+" "+one.path] = one
		}
	}
	return found
}

// methodsOf are the methods of every group of a client.
func methodsOf(group reflect.Value) []reflect.Value {
	var methods []reflect.Value
	for i := range group.NumMethod() {
		methods = append(methods, group.Method(i))
	}
	for i := range group.NumField() {
		if field := group.Field(i); field.Kind() == reflect.Struct && group.Type().Field(i).IsExported() {
			methods = append(methods, methodsOf(field)...)
		}
	}
	return methods
}

func TestEveryOperationIsAMethodAndAnswersTheExampleOfTheDocumentWhole(t *testing.T) {
	documented := examples(t)
	var last asked
	listening := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		last = asked{method: r.Method, path: r.URL.Path, header: r.Header}
		_, _ = w.Write(documented[r.Method+" "+r.URL.Path].body)
	}))
	defer listening.Close()
	client, err := New("pit_dev_1", WithURL(listening.URL), WithMaxRetries(0))
	noError(t, err)
	seen := map[string]bool{"GET /v2/events/stream": true}
	for _, method := range methodsOf(reflect.ValueOf(client.API)) {
		arguments := []reflect.Value{reflect.ValueOf(ctx)}
		for i := 1; i < method.Type().NumIn()-1; i++ {
			arguments = append(arguments, reflect.Zero(method.Type().In(i)))
		}
		if method.Type().NumOut() == 1 {
			continue
		}
		answered := method.Call(arguments)
		call := last.method + " " + last.path
		if err, _ := answered[1].Interface().(error); err != nil {
			t.Errorf("%s: %v", call, err)
			continue
		}
		want, isDocumented := documented[call]
		if !isDocumented || seen[call] {
			t.Errorf("%s is not documented, or two methods call it", call)
		}
		seen[call] = true
		if isKeyed := last.header.Get("Idempotency-Key") != ""; isKeyed != want.keyed {
			t.Errorf("%s has an Idempotency-Key: %t", call, isKeyed)
		}
		if !want.isText {
			compareRecord(t, call, answered[0].Interface(), want)
		}
	}
	for call := range documented {
		if !seen[call] {
			t.Errorf("%s has no method", call)
		}
	}
}

// compareRecord writes what was read again: nothing of the answer may be lost.
func compareRecord(t *testing.T, call string, record any, want example) {
	t.Helper()
	if want.isList {
		record = reflect.ValueOf(record).Elem().FieldByName("Data").Interface()
	}
	text, err := json.Marshal(record)
	noError(t, err)
	var read struct{ Data any }
	noError(t, json.Unmarshal(want.body, &read))
	var got any
	noError(t, json.Unmarshal(text, &got))
	for _, difference := range differences("data", got, read.Data) {
		t.Errorf("%s: %s", call, difference)
	}
}

func differences(at string, got, want any) []string {
	switch want := want.(type) {
	case map[string]any:
		read, _ := got.(map[string]any)
		var found []string
		for name, value := range want {
			found = append(found, differences(at+"."+name, read[name], value)...)
		}
		for name, value := range read {
			if _, isThere := want[name]; !isThere {
				found = append(found, fmt.Sprintf("%s.%s is %v, and not in the answer", at, name, value))
			}
		}
		return found
	case []any:
		read, _ := got.([]any)
		if len(read) != len(want) {
			return []string{at + " has another length"}
		}
		var found []string
		for i, value := range want {
			found = append(found, differences(fmt.Sprintf("%s[%d]", at, i), read[i], value)...)
		}
		return found
	}
	if reflect.DeepEqual(got, want) || isSameTime(got, want) {
		return nil
	}
	return []string{fmt.Sprintf("%s is %v, not %v", at, got, want)}
}

func isSameTime(got, want any) bool {
	one, err := time.Parse(time.RFC3339, fmt.Sprint(got))
	other, otherErr := time.Parse(time.RFC3339, fmt.Sprint(want))
	return err == nil && otherErr == nil && one.Equal(other)
}

func codeOf(err error) ErrorCode {
	var found *Error
	if errors.As(err, &found) {
		return found.Code
	}
	return ""
}
