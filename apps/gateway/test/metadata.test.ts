import { couponRecord, customerRecord } from '@pitanga/records';
import { startBeforeAll } from '@pitanga/testing';
import { aCharge, aCheckout, aCoupon, aCustomer } from './messages';
import { asKey } from './test-api';
import { wholeApi } from './whole-api';

const numbers = '{"orderId":12345678901234567890,"deep":[0.12345678901234567,{"big":1e400}],"price":1.5}';
const whole = { name: 'Ana', cellphone: '1', email: 'a@example.com', taxId: '12345678909' };
const withNumbers = (body: object): string => JSON.stringify(body).replaceAll('"NUMBERS"', numbers);
const metadata = 'NUMBERS';

describe('metadata with numbers that a double cannot hold', () => {
  const api = startBeforeAll(wholeApi);

  const post = (url: string, payload: string) =>
    api.app.inject({
      method: 'POST',
      url,
      payload,
      headers: { ...asKey('full'), 'content-type': 'application/json' },
    });

  it.each([
    ['/v2/customers/create', { email: 'a@example.com', metadata }],
    ['/v1/pixQrCode/create', { amount: 500, metadata }],
    ['/v2/transparents/create', { data: { amount: 500, metadata } }],
    ['/v2/transparents/create', { amount: 500, metadata }],
    ['/v2/checkouts/create', { items: [{ id: 'prod_1' }], metadata }],
  ])('reaches its service as it was sent to %s', async (path, body) => {
    api.answering({});
    await post(path, withNumbers(body));
    const [call] = api.calls;
    const request = call?.request as { metadataJson?: string; customer?: { metadataJson: string } };
    expect(request.metadataJson ?? request.customer?.metadataJson).toBe(numbers);
  });

  it('reaches its service of a customer inside of a charge too', async () => {
    api.answering({});
    await post('/v2/transparents/create', withNumbers({ data: { amount: 500, customer: { ...whole, metadata } } }));
    expect(api.calls).toMatchObject([{ request: { customer: { metadataJson: numbers } } }]);
  });

  it.each([
    ['charges.getCharge', '/v2/transparents/get?id=pix_char_1', { charge: { ...aCharge, metadataJson: numbers } }],
    [
      'checkouts.getCheckout',
      '/v2/checkouts/get?id=bill_1',
      { checkout: { ...aCheckout, metadataJson: numbers }, payments: [] },
    ],
  ])('is answered as it is kept by %s', async (name, path, answer) => {
    api.answering({ [name]: answer });
    expect((await api.get(path)).text).toContain(`"metadata":${numbers}`);
  });

  it('is written as it is kept by every record', () => {
    const records = [
      couponRecord({ ...aCoupon, metadataJson: numbers }),
      customerRecord({ ...aCustomer, metadataJson: numbers }),
    ];
    for (const record of records) expect(JSON.stringify(record)).toContain(`"metadata":${numbers}`);
  });

  it('tells two requests with one Idempotency-Key apart by those digits', async () => {
    api.answering({});
    const fingerprints = [];
    for (const digit of ['0', '1']) {
      const payload = `{"amount":500,"metadata":{"orderId":1234567890123456789${digit}}}`;
      const headers = { ...asKey('full'), 'content-type': 'application/json', 'idempotency-key': 'k' };
      await api.app.inject({ method: 'POST', url: '/v1/pixQrCode/create', payload, headers });
      fingerprints.push(api.contexts.at(-1)?.idempotency?.fingerprint);
    }
    expect(new Set(fingerprints).size).toBe(2);
  });

  it('is still judged: it is an object, and elsewhere a number is a number', async () => {
    for (const [body, error] of [
      ['{"amount":500,"metadata":12345678901234567890}', "Expected property 'metadata' to be object but found: number"],
      ['{"amount":12345678901234567890}', "Property 'amount' should be at most 9999999999"],
    ] as const) {
      expect((await post('/v1/pixQrCode/create', body)).json()).toMatchObject({ error });
    }
    api.answering({});
    await post('/v1/pixQrCode/create', '{"amount":500.0000000000000000}');
    expect(api.calls).toMatchObject([{ request: { amountCents: 500 } }]);
  });
});
