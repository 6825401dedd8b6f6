import { waitFor } from '@pitanga/testing';
import { connectingOf, newCallbackBase } from './connecting';
import type { Attempt, Row } from './crash';
import { aBuyer, randomForm, randomKey, untilStatus, type Merchant } from './merchant';
import { aPaidCard, idOf, newOnes, recordOf, stripe } from './stripe-parts';

async function aDispute(merchant: Merchant) {
  const { id, intentId } = await aPaidCard(merchant);
  const chargeAtStripe = String(merchant.stripe.books.find(intentId)?.['latest_charge']);
  const dispute = merchant.stripe.money.openDispute(chargeAtStripe, 'fraudulent');
  return { id, dispute };
}

async function disputeEvent(merchant: Merchant): Promise<Attempt> {
  const { id, dispute } = await aDispute(merchant);
  return {
    send: () => merchant.tellStripe('charge.dispute.created', dispute.id),
    ours: async () => (await merchant.get(`/v2/transparents/get?id=${id}`)).status,
    theirs: () => (dispute['status'] === 'needs_response' ? 'UNDER_DISPUTE' : 'PAID'),
    effects: () => 1,
    done: 'UNDER_DISPUTE',
    events: recordOf(id, 'transparent.disputed'),
  };
}

async function disputeAnswer(merchant: Merchant): Promise<Attempt> {
  const { id, dispute } = await aDispute(merchant);
  await merchant.tellStripe('charge.dispute.created', dispute.id);
  await untilStatus(merchant, id, 'UNDER_DISPUTE');
  const disputes = await merchant.get('/v2/disputes/list');
  const { id: ownId } = disputes.find(({ chargeId }: { chargeId: string }) => chargeId === id);
  const evidence = { productDescription: 'Camiseta' };
  const details = () => dispute['evidence_details'] as { submission_count: number };
  const isSent = () => dispute['status'] === 'under_review';
  return {
    send: merchant.keyed('/v2/disputes/answer', { id: ownId, evidence }),
    ours: async () => (await merchant.get(`/v2/disputes/get?id=${String(ownId)}`)).status,
    theirs: () => (isSent() ? 'UNDER_REVIEW' : 'NEEDS_ANSWER'),
    effects: () => details().submission_count,
    done: 'UNDER_REVIEW',
    identify: idOf,
  };
}

/** An answer whose file is given to Stripe before it. */
async function disputeFile(merchant: Merchant): Promise<Attempt> {
  const { id, dispute } = await aDispute(merchant);
  await merchant.tellStripe('charge.dispute.created', dispute.id);
  await untilStatus(merchant, id, 'UNDER_DISPUTE');
  const disputes = await merchant.get('/v2/disputes/list');
  const { id: ownId } = disputes.find(({ chargeId }: { chargeId: string }) => chargeId === id);
  const content = Buffer.from('%PDF-1.7\n').toString('base64');
  const file = { id: ownId, kind: 'RECEIPT', name: 'nota.pdf', content };
  expect((await merchant.api.post('/v2/disputes/add-file', file)).status).toBe(200);
  const files = newOnes(merchant, 'file');
  const named = () => (dispute['evidence'] as { readonly receipt?: string }).receipt;
  return {
    send: merchant.keyed('/v2/disputes/answer', { id: ownId }),
    ours: async () => (await merchant.get(`/v2/disputes/get?id=${String(ownId)}`)).status,
    theirs: () => (files().length > 0 && named() === files()[0]?.id ? 'UNDER_REVIEW' : 'NEEDS_ANSWER'),
    effects: () => files().length,
    done: 'UNDER_REVIEW',
    identify: idOf,
  };
}

/** A sweep of the whole account, which comes with time. */
async function moneySweep(merchant: Merchant): Promise<Attempt> {
  await aPaidCard(merchant);
  const entries = () => merchant.stripe.books.all('balance_transaction').map(({ id }) => id);
  const wanted = entries();
  const kept = async () =>
    (await merchant.rows('select id from stripe_entries where store_id = $1', [merchant.storeId])).map(({ id }) => id);
  await merchant.clock.advance(16 * 60_000);
  return {
    send: () => merchant.api.get('/v2/store/get'),
    ours: async () => {
      const known = await kept();
      expect(new Set(known).size).toBe(known.length);
      return wanted.every((id) => known.includes(id)) ? 'READ' : undefined;
    },
    theirs: () => 'READ',
    effects: () => 1,
    done: 'READ',
  };
}

async function disputeSweep(merchant: Merchant): Promise<Attempt> {
  const { id } = await aDispute(merchant);
  await merchant.clock.advance(16 * 60_000);
  return {
    send: () => merchant.api.get('/v2/store/get'),
    ours: async () => (await merchant.get(`/v2/transparents/get?id=${id}`)).status,
    theirs: () => 'UNDER_DISPUTE',
    effects: () => 1,
    done: 'UNDER_DISPUTE',
    events: recordOf(id, 'transparent.disputed'),
  };
}

/** A card that becomes a token; its customer at Stripe is made once. */
function cardToken(merchant: Merchant): Attempt {
  const method = merchant.stripe.paymentMethod();
  const customers = newOnes(merchant, 'customer');
  let isMade = false;
  return {
    send: async () => {
      const answer = await merchant.cardToken(method);
      isMade ||= answer.status === 200;
      return answer;
    },
    ours: () => Promise.resolve(isMade ? 'MADE' : undefined),
    theirs: () => 'MADE',
    effects: () => customers().length,
    done: 'MADE',
  };
}

/** A trial, for which the card is only verified. */
async function trial(merchant: Merchant): Promise<Attempt> {
  const { send, find } = await aTrial(merchant);
  const intents = newOnes(merchant, 'setup_intent');
  const verified = () => intents().filter(({ status }) => status === 'succeeded').length;
  return {
    send,
    ours: async () => (await find())?.status,
    theirs: () => (verified() > 0 ? 'ACTIVE' : 'NONE'),
    effects: verified,
    done: 'ACTIVE',
  };
}

/** A subscription that begins without a payment, and the form of its buyer. */
async function aTrial(merchant: Merchant) {
  const externalId = randomKey();
  const product = { externalId, name: 'Clube', price: 4_000, cycle: 'WEEKLY', trialDays: 7 };
  const { id: productId } = await merchant.post('/v2/products/create', product);
  const plan = { items: [{ id: productId }], methods: ['CARD'] };
  const { id, url } = await merchant.post('/v2/subscriptions/create', plan);
  const paymentMethod = merchant.stripe.paymentMethod();
  const { name, email, taxId } = aBuyer();
  const fields = { form: randomForm(), name, email, taxId, paymentMethod, lastFour: '4242' };
  const find = async () => {
    const subscriptions = await merchant.get(`/v2/subscriptions/list?checkoutId=${String(id)}`);
    expect(subscriptions.length).toBeLessThan(2);
    return subscriptions[0] as { readonly id: string; readonly status: string } | undefined;
  };
  return { send: () => merchant.submit(`${String(url)}/card`, fields), find };
}

const challenged = '4000002500003155';

/** A new card of a subscription, which its holder has not confirmed within half an hour. */
async function unconfirmedCard(merchant: Merchant): Promise<Attempt> {
  const { send: subscribe, find } = await aTrial(merchant);
  await subscribe();
  const { id } = await waitFor('the subscription', find);
  const intents = newOnes(merchant, 'setup_intent');
  // A page can lead its holder to the confirmation, and the API cannot.
  const { updateCardUrl } = await merchant.get(`/v2/subscriptions/get?id=${id}`);
  const paymentMethod = merchant.stripe.paymentMethod(challenged);
  const { headers } = await merchant.submit(String(updateCardUrl), { name: 'Bia Lima', paymentMethod });
  expect(headers.get('location')).toContain('/card-actions/');
  const cancelled = () => intents().filter(({ status }) => status === 'canceled').length;
  let isDue = false;
  return {
    send: async () => {
      if (!isDue) await merchant.clock.advance(31 * 60_000);
      isDue = true;
      return merchant.api.get('/v2/store/get');
    },
    ours: async () => {
      const rows = await merchant.rows('select status from card_replacements where subscription_id = $1', [id]);
      expect(rows).toHaveLength(1);
      return String(rows[0]?.['status']);
    },
    theirs: () => (cancelled() > 0 ? 'REFUSED' : 'WAITING'),
    effects: cancelled,
    done: 'REFUSED',
  };
}

/** Connecting anew, with an endpoint that Stripe is to call. */
function connect(merchant: Merchant): Attempt {
  // A path of its own, so that the endpoint is not one that Stripe has.
  const callbackBaseUrl = newCallbackBase();
  const settings = { registerWebhook: true, callbackBaseUrl, webhookSecret: undefined };
  const endpoints = newOnes(merchant, 'webhook_endpoint');
  const here = () => endpoints().filter(({ url }) => String(url).startsWith(callbackBaseUrl)).length;
  return connectingOf(() => merchant.connect('STRIPE', settings), here);
}

/** Connecting the same account again starts an endpoint that Stripe has disabled after failures. */
async function connectAgain(merchant: Merchant): Promise<Attempt> {
  const settings = { registerWebhook: true, callbackBaseUrl: newCallbackBase(), webhookSecret: undefined };
  const endpoints = newOnes(merchant, 'webhook_endpoint');
  await merchant.connect('STRIPE', settings);
  for (const { id } of endpoints()) merchant.stripe.books.change(id, { status: 'disabled' });
  const started = () => endpoints().filter(({ status }) => status === 'enabled').length;
  return connectingOf(() => merchant.connect('STRIPE', settings), started);
}

/** A try of the settings, which changes nothing. */
function test(merchant: Merchant): Attempt {
  let said: string | undefined;
  return {
    send: async () => {
      const answer = await merchant.api.post('/v2/providers/test', { provider: 'STRIPE' });
      if (answer.status === 200) said = answer.json.data.working === false ? 'BROKEN' : 'WORKS';
      return answer;
    },
    ours: () => Promise.resolve(said),
    theirs: () => 'WORKS',
    effects: () => 1,
    done: 'WORKS',
  };
}

const byClient = { isFinishedByJobs: false } as const;

export const stripeAccountRows: readonly Row[] = [
  {
    ...stripe,
    call: 'Stripe: a dispute is read after its event',
    request: /^GET \/v1\/disputes\/\w+$/,
    begin: disputeEvent,
  },
  {
    ...stripe,
    call: 'Stripe: a dispute is answered',
    request: /^POST \/v1\/disputes\/\w+$/,
    begin: disputeAnswer,
  },
  {
    ...stripe,
    call: 'Stripe: a file of an answer to a dispute is given to it',
    request: /^POST \/v1\/files$/,
    begin: disputeFile,
  },
  { ...stripe, call: 'Stripe: the disputes are listed', request: /^GET \/v1\/disputes$/, begin: disputeSweep },
  {
    ...stripe,
    call: 'Stripe: the balance transactions are listed',
    request: /^GET \/v1\/balance_transactions$/,
    begin: moneySweep,
  },
  {
    ...stripe,
    ...byClient,
    call: 'Stripe: a card is read',
    request: /^GET \/v1\/payment_methods\/\w+$/,
    begin: cardToken,
  },
  { ...stripe, ...byClient, call: 'Stripe: a customer is made', request: /^POST \/v1\/customers$/, begin: cardToken },
  {
    ...stripe,
    ...byClient,
    call: 'Stripe: a card is verified (SetupIntent)',
    request: /^POST \/v1\/setup_intents$/,
    begin: trial,
  },
  {
    ...stripe,
    call: 'Stripe: the verification of a card is cancelled',
    request: /^POST \/v1\/setup_intents\/\w+\/cancel$/,
    begin: unconfirmedCard,
  },
  { ...stripe, ...byClient, call: 'Stripe: the account is read', request: /^GET \/v1\/account$/, begin: test },
  {
    ...stripe,
    ...byClient,
    call: 'Stripe: an endpoint for events is made',
    request: /^POST \/v1\/webhook_endpoints$/,
    begin: connect,
  },
  {
    ...stripe,
    ...byClient,
    call: 'Stripe: an endpoint for events is started again',
    request: /^POST \/v1\/webhook_endpoints\/\w+$/,
    begin: connectAgain,
  },
];
