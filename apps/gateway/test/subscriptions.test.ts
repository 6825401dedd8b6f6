import { failedPrecondition, notFound } from '@pitanga/core';
import { startBeforeAll } from '@pitanga/testing';
import { aSubscriptionCheckout } from './messages';
import { aSubscription } from './subscription-messages';
import { caller, wholeApi } from './whole-api';

const items = [{ id: 'prod_1' }];
const plan = { id: 'subs_1', productId: 'prod_2' };
const usage = { ...plan, units: 1, action: 'add' };
const missingId = "Expected property 'id' to be string but found: undefined";
const differentIds = "Property 'id' should be the same in the query and in the body";

const refusals: readonly (readonly [path: string, body: object | undefined, error: string])[] = [
  ['create', {}, "Property 'items' is missing"],
  ['create', { items: [] }, "Property 'items' should have at least 1 element"],
  ['create', { items: [...items, { id: 'prod_2' }] }, "Property 'items' should have at most 1 element"],
  ['create', { items: [{ id: 'p', quantity: 0 }] }, "Property 'items[0].quantity' should be at least 1"],
  ['create', { items, methods: ['BOLETO'] }, "Property 'methods[0]' should be one of: PIX, CARD"],
  ['create', { items, methods: ['CARD', 'BOLETO'] }, "Property 'methods[1]' should be one of: PIX, CARD"],
  ['create', { items, dueDate: '2026-12-01' }, "Property 'dueDate' is only valid for BOLETO"],
  ['create', { items, retryPolicy: { maxRetry: 0 } }, "Property 'retryPolicy.maxRetry' should be at least 1"],
  ['create', { items, retryPolicy: { maxRetry: 11 } }, "Property 'retryPolicy.maxRetry' should be at most 10"],
  ['create', { items, retryPolicy: { retryEvery: 0 } }, "Property 'retryPolicy.retryEvery' should be at least 1"],
  ['create', { items, retryPolicy: { retryEvery: 31 } }, "Property 'retryPolicy.retryEvery' should be at most 30"],
  [
    'create',
    { items, retryPolicy: { maxRetry: 1.5 } },
    "Expected property 'retryPolicy.maxRetry' to be integer but found: number",
  ],
  ['create', { items, pixAuthorization: 'MAYBE' }, "Property 'pixAuthorization' should be one of: REQUIRED, OPTIONAL"],
  ['create', { items, retryPolicy: 3 }, "Expected property 'retryPolicy' to be object but found: number"],
  ['create', { items, customer: { name: 'Ana' } }, "Property 'customer.cellphone' is missing"],
  ['create', { items, metadata: { a: 'x'.repeat(17_000) } }, "Property 'metadata' should have at most 16 KiB"],
  ['get', undefined, 'Send at least one of id, externalId or customerId'],
  ['get?id=', undefined, 'Send at least one of id, externalId or customerId'],
  ['list?status=PAUSED', undefined, "Property 'status' should be one of: ACTIVE, CANCELLED"],
  ['list?limit=0', undefined, "Property 'limit' should be at least 1"],
  ['cancel', {}, missingId],
  ['cancel?id=a', { id: 'b' }, differentIds],
  ['change-plan', { productId: 'prod_2' }, "Property 'id' is missing"],
  ['change-plan', { id: 'subs_1' }, "Property 'productId' is missing"],
  ['change-plan', { ...plan, quantity: 0 }, "Property 'quantity' should be at least 1"],
  ['change-plan', { ...plan, quantity: 10_001 }, "Property 'quantity' should be at most 10000"],
  ['record-usage', { ...usage, id: undefined }, "Property 'id' is missing"],
  ['record-usage', { ...usage, productId: undefined }, "Property 'productId' is missing"],
  ['record-usage', { ...usage, units: undefined }, "Property 'units' is missing"],
  ['record-usage', { ...usage, units: 0 }, "Property 'units' should be at least 1"],
  ['record-usage', { ...usage, units: 0.5 }, "Expected property 'units' to be integer but found: number"],
  ['record-usage', { ...usage, action: undefined }, "Property 'action' is missing"],
  ['record-usage', { ...usage, action: 'set' }, "Property 'action' should be one of: add, subtract"],
  ['cancel', { id: 'subs_1', atPeriodEnd: 'x' }, "Expected property 'atPeriodEnd' to be boolean but found: string"],
  ['pause', {}, missingId],
  ['pause?id=a', { id: 'b' }, differentIds],
  ['pause', { id: 'subs_1', resumesAt: '2027-01-02' }, "Property 'resumesAt' should be an ISO 8601 date and time"],
  // Well formed, but nothing that a computer counts to or reads.
  ...['2026-12-31T23:59:60Z', '2027-01-02T00:00:00+01', '2027-02-30T00:00:00Z'].map(
    (resumesAt): [string, object, string] => [
      'pause',
      { id: 'subs_1', resumesAt },
      "Property 'resumesAt' should be an ISO 8601 date and time",
    ],
  ),
  ['resume', {}, missingId],
  ['resume', { id: 'subs_1', resumeFrom: 'THEN' }, "Property 'resumeFrom' should be one of: ANCHOR, NOW"],
  ['resume?id=a', { id: 'b' }, differentIds],
  ['cancel-plan-change', {}, missingId],
  ['cancel-plan-change?id=a', { id: 'b' }, differentIds],
  ['cycles', undefined, missingId],
  ['cycles?id=subs_1&limit=101', undefined, "Property 'limit' should be at most 100"],
  ['upcoming', undefined, missingId],
  ['update-card', { cardToken: 'ctok_1' }, "Property 'id' is missing"],
  ['update-card', { id: 'subs_1' }, "Property 'cardToken' is missing"],
  ['checkouts/get', undefined, 'Send at least one of id, externalId or customerId'],
  [
    'checkouts/list?status=OPEN',
    undefined,
    "Property 'status' should be one of: PENDING, PAID, EXPIRED, CANCELLED, REFUNDED, ACTIVE",
  ],
  ['checkouts/delete', {}, missingId],
  ['checkouts/delete?id=a', { id: 'b' }, differentIds],
  ['checkouts/simulate-payment', {}, missingId],
  ['checkouts/simulate-payment?id=a', { id: 'b' }, differentIds],
  [
    'checkouts/simulate-payment?id=bill_1',
    { payer: { taxId: '1' } },
    "Property 'payer.taxId' should be a valid CPF or CNPJ",
  ],
];

/** Each kind of checkout by the part of its routes, with what tells billing which kind is meant. */
const kinds = [
  ['checkouts', 'CHECKOUT_FREQUENCY_ONE_TIME'],
  ['payment-links', 'CHECKOUT_FREQUENCY_MULTIPLE_PAYMENTS'],
  ['subscriptions/checkouts', 'CHECKOUT_FREQUENCY_SUBSCRIPTION'],
] as const;

const api = startBeforeAll(wholeApi);

it.each(refusals)(
  '/v2/subscriptions/%s %# is refused with one sentence and asks no service',
  async (path, body, error) => {
    api.answering({});
    const url = `/v2/subscriptions/${path}`;
    const response = await (body === undefined ? api.get(url) : api.post(url, body));
    expect([response.statusCode, response.json]).toMatchObject([400, { data: null, success: false, error }]);
    expect(api.calls).toEqual([]);
  },
);

it.each([
  ['fine', { value: 200 }],
  ['fine', null],
  ['fine', 'x'],
  ['interest', { value: -1 }],
  ['interest', null],
  ['card', { maxInstallments: 99 }],
  ['card', null],
  ['skip_customer', 7],
  ['skip_review', null],
])('/v2/subscriptions/create ignores %s %j as it ignores any unknown key', async (name, value) => {
  const ask = async (body: object) => {
    api.answering({ 'checkouts.createCheckout': { checkout: aSubscriptionCheckout } });
    const { statusCode } = await api.post('/v2/subscriptions/create', body);
    return { statusCode, calls: [...api.calls] };
  };
  const plain = await ask({ items });
  expect(plain.statusCode).toBe(200);
  expect(await ask({ items, [name]: value })).toEqual(plain);
});

describe.each(kinds)('/v2/%s', (path, frequency) => {
  it.each(['get', 'delete', 'simulate-payment'])(
    '%s asks for its own kind alone, so that another is refused',
    async (name) => {
      const refuse = () => {
        throw failedPrecondition('Este id é de outro tipo', 'WRONG_KIND');
      };
      api.answering({
        'checkouts.getCheckout': refuse,
        'checkouts.deleteCheckout': refuse,
        'checkouts.simulateCheckoutPayment': refuse,
        'subscriptions.listSubscriptions': { subscriptions: [] },
      });
      const url = `/v2/${path}/${name}?id=bill_1`;
      const response = await (name === 'get' ? api.get(url) : api.post(url));
      expect([response.statusCode, response.json]).toMatchObject([400, { error: 'Este id é de outro tipo' }]);
      const asked = api.calls.filter((call) => call.name.startsWith('checkouts.'));
      expect(asked).toMatchObject([{ request: { tenant: caller.tenant, id: 'bill_1', frequency } }]);
    },
  );

  it('list asks for its own kind alone', async () => {
    api.answering({ 'checkouts.listCheckouts': { checkouts: [], customers: [] } });
    await api.get(`/v2/${path}/list`);
    expect(api.calls).toMatchObject([{ request: { frequencies: [frequency] } }]);
  });
});

it('the links of the pages that cancel and that replace the card are for keys that may do so', async () => {
  api.answering({
    'subscriptions.getSubscription': { subscription: aSubscription },
    'agreements.getAgreementCard': {},
  });
  const links = async (key: string) => {
    const { json } = await api.get('/v2/subscriptions/get?id=subs_1', key);
    const { manageUrl, updateCardUrl } = (json as { data: Record<string, string | null> }).data;
    return [manageUrl, updateCardUrl];
  };
  const manages = expect.stringMatching(/^https:\/\/[^/]+\/subscriptions\/subs_1\.[^/]+$/) as string;
  const replaces = expect.stringMatching(/^https:\/\/[^/]+\/subscriptions\/subs_1\.[^/]+\/card$/) as string;
  expect(await links('full')).toEqual([manages, replaces]);
  expect(await links('without-CHECKOUT-DELETE')).toEqual([null, replaces]);
  expect(await links('without-CHECKOUT-CREATE')).toEqual([manages, null]);
  expect(await links('read-key')).toEqual([null, null]);
});

it('update-card says why the card was declined with which the open cycle was tried', async () => {
  api.answering({ 'subscriptions.updateCard': { subscription: aSubscription, declineCode: '51' } });
  const answer = await api.post('/v2/subscriptions/update-card', { id: 'subs_1', cardToken: 'ctok_1' });
  const error = 'Não foi possível processar o pagamento com este cartão (INSUFFICIENT_FUNDS, 51)';
  expect(answer).toMatchObject({ statusCode: 400, json: { error, code: 'CARD_DECLINED' } });
});

describe('what subscriptions and billing refuse', () => {
  it.each([
    ['create', { items }, 'checkouts.createCheckout', 'PRODUCT_WITHOUT_CYCLE', 'Product must have a billing cycle'],
    ['change-plan', plan, 'subscriptions.changePlan', 'PRODUCT_WITHOUT_CYCLE', 'Product must have a billing cycle'],
    ['record-usage', usage, 'subscriptions.recordUsage', 'PRODUCT_WITH_CYCLE', 'Product must not have a billing cycle'],
    [
      'record-usage',
      usage,
      'subscriptions.recordUsage',
      'USAGE_BELOW_ZERO',
      'The usage of a cycle is never below zero',
    ],
  ])('%s is a 422 for %#', async (path, body, name, reason, sentence) => {
    api.answering({
      [name]: () => {
        throw failedPrecondition(sentence, reason);
      },
    });
    const response = await api.post(`/v2/subscriptions/${path}`, body);
    expect([response.statusCode, response.json]).toMatchObject([422, { data: null, success: false, error: sentence }]);
  });

  it('a PIX subscription of a store without automatic Pix is a 400', async () => {
    api.answering({
      'checkouts.createCheckout': () => {
        throw failedPrecondition('PIX subscriptions require automatic Pix', 'NO_AUTOMATIC_PIX');
      },
    });
    const response = await api.post('/v2/subscriptions/create', { items, methods: ['PIX'] });
    expect(response).toMatchObject({ statusCode: 400, json: { error: 'PIX subscriptions require automatic Pix' } });
  });

  it.each([
    ['GET', 'get?id=subs_404', 'getSubscription', 'Subscription not found'],
    ['POST', 'cancel?id=subs_404', 'cancelSubscription', 'Subscription not found'],
    ['POST', 'change-plan', 'changePlan', 'Subscription not found or not active'],
    ['GET', 'cycles?id=subs_404', 'listCycles', 'Subscription not found'],
    ['GET', 'upcoming?id=subs_404', 'getUpcoming', 'Subscription not found or not active'],
    ['POST', 'cancel-plan-change?id=subs_404', 'cancelPlanChange', 'No plan change is pending'],
    ['POST', 'pause?id=subs_404', 'pauseSubscription', 'Subscription not found or not active'],
    ['POST', 'resume?id=subs_404', 'resumeSubscription', 'Subscription not found or not active'],
  ])('%s %s is a 404', async (method, path, name, sentence) => {
    api.answering({
      [`subscriptions.${name}`]: () => {
        throw notFound(sentence);
      },
    });
    const url = `/v2/subscriptions/${path}`;
    const response = await (method === 'GET' ? api.get(url) : api.post(url, path === 'change-plan' ? plan : {}));
    expect([response.statusCode, response.json]).toMatchObject([404, { data: null, success: false, error: sentence }]);
  });
});
