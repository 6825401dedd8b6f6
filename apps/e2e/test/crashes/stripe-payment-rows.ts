import type { Attempt, Row } from './crash';
import { aBuyer, randomForm, randomKey, type Merchant } from './merchant';
import { aPaidCard, amount, idOf, newOnes, recordOf, stripe } from './stripe-parts';

const challenged = '4000002500003155';
const offer = 1_990;

/** A card payment as its merchant and as Stripe see it. */
async function cardPayment(merchant: Merchant): Promise<Attempt> {
  const externalId = randomKey();
  const token = await merchant.token();
  const intents = newOnes(merchant, 'payment_intent');
  const body = { method: 'CARD', data: { amount, token, externalId } };
  const paid = () => intents().filter(({ status }) => status === 'succeeded').length;
  const find = async () => {
    const charges = await merchant.get(`/v2/transparents/list?externalId=${externalId}`);
    expect(charges.length).toBeLessThan(2);
    return charges[0] as { id: string; status: string } | undefined;
  };
  return {
    send: merchant.keyed('/v2/transparents/create', body),
    ours: async () => (await find())?.status,
    theirs: () => (paid() > 0 ? 'PAID' : 'FAILED'),
    effects: paid,
    done: 'PAID',
    undone: 'FAILED',
    identify: idOf,
    events: async () => ({ recordId: (await find())?.id ?? '', types: ['transparent.completed'] }),
  };
}

/** A card charge that awaits 3-D Secure. */
async function aChallengedCard(merchant: Merchant) {
  const token = await merchant.token(challenged);
  const intents = newOnes(merchant, 'payment_intent');
  const charge = await merchant.post('/v2/transparents/create', { method: 'CARD', data: { amount, token } });
  const intent = intents()[0];
  if (!intent) throw new Error('no intent');
  const { id } = charge as { id: string };
  const ours = async (): Promise<string> => (await merchant.get(`/v2/transparents/get?id=${id}`)).status;
  return { id, intent, ours };
}

async function returned(merchant: Merchant): Promise<Attempt> {
  const { id, intent, ours } = await aChallengedCard(merchant);
  const back = merchant.stripe.intents.authenticate(intent.id, true);
  const isPaid = () => intent['status'] === 'succeeded';
  return {
    send: () => merchant.submit(back),
    ours,
    theirs: () => (isPaid() ? 'PAID' : 'PENDING'),
    effects: () => Number(isPaid()),
    done: 'PAID',
    identify: ({ headers }) => headers.get('location'),
    events: recordOf(id, 'transparent.completed'),
  };
}

const aProduct = (merchant: Merchant, price: number) =>
  merchant.post('/v2/products/create', { externalId: randomKey(), name: 'Livro', price });

/** A checkout whose buyer has given a card on its page. */
async function givenOnPage(merchant: Merchant, card: string, more: object = {}) {
  const { id: productId } = await aProduct(merchant, amount);
  const sale = { items: [{ id: productId }], methods: ['CARD'], ...more };
  const { id, url } = await merchant.post('/v2/checkouts/create', sale);
  const { name, email, taxId } = aBuyer();
  const paymentMethod = merchant.stripe.paymentMethod(card);
  const given = { paymentMethod, lastFour: card.slice(-4), installments: '1' };
  const { headers } = await merchant.submit(`${String(url)}/card`, {
    form: randomForm(),
    name,
    email,
    taxId,
    ...given,
  });
  const cookies = headers.getSetCookie().map((one) => one.split(';', 1)[0] ?? '');
  return { id, url: String(url), location: headers.get('location') ?? '', cookies };
}

/** Given up in the browser that gave the card on a page: no other may. */
async function abandoned(merchant: Merchant): Promise<Attempt> {
  const intents = newOnes(merchant, 'payment_intent');
  const { url, location: action, cookies } = await givenOnPage(merchant, challenged);
  const intent = intents()[0];
  if (!intent || !action.startsWith('/card-actions/')) throw new Error(`no confirmation, but ${action}`);
  // Charges of a checkout have no address of their own in the API.
  const ours = async () => {
    const [charge] = await merchant.rows('select status from charges where id = $1', [
      action.slice('/card-actions/'.length),
    ]);
    return charge?.['status'] as string | undefined;
  };
  return {
    send: () => merchant.submit(new URL(action, url).href, { abandon: '1' }, cookies.at(-1)),
    ours,
    theirs: () => (intent['status'] === 'canceled' ? 'FAILED' : 'PENDING'),
    effects: () => Number(intent['status'] === 'canceled'),
    done: 'FAILED',
  };
}

/** An offer after a payment, taken by the card that has paid. */
async function takenOffer(merchant: Merchant): Promise<Attempt> {
  const { id: upSellProductId } = await aProduct(merchant, offer);
  const { id, url, cookies } = await givenOnPage(merchant, '4242424242424242', { upSellProductId });
  const intents = newOnes(merchant, 'payment_intent');
  const paid = () => intents().filter(({ status }) => status === 'succeeded').length;
  return {
    send: () => merchant.submit(`${url}/upsell`, { amount: String(offer) }, cookies.join('; ')),
    ours: async () => {
      const rows = await merchant.rows(
        'select status from charges where checkout_id = $1 and upsell_item is not null',
        [id],
      );
      expect(rows.length).toBeLessThan(2);
      return rows[0]?.['status'] as string | undefined;
    },
    theirs: () => (paid() > 0 ? 'PAID' : 'FAILED'),
    effects: paid,
    done: 'PAID',
    undone: 'FAILED',
  };
}

async function refund(merchant: Merchant, part: number | undefined): Promise<Attempt> {
  const { id } = await aPaidCard(merchant);
  const refunds = newOnes(merchant, 'refund');
  const body = { id, reason: 'Frete', ...(part !== undefined && { amount: part }) };
  const list = async (): Promise<{ id: string; status: string; amount: number }[]> =>
    merchant.get(`/v2/refunds/list?originalId=${id}`);
  return {
    send: merchant.keyed('/v2/transparents/refund', body),
    ours: async () => {
      const all = await list();
      expect(all.length).toBeLessThan(2);
      const { refundedAmount } = await merchant.get(`/v2/transparents/get?id=${id}`);
      return all[0]?.status === 'COMPLETE' ? `COMPLETE ${String(refundedAmount)}` : all[0]?.status;
    },
    theirs: () => `COMPLETE ${String(refunds().reduce((sum, one) => sum + Number(one['amount']), 0))}`,
    effects: () => refunds().length,
    done: `COMPLETE ${String(part ?? amount)}`,
    identify: idOf,
  };
}

/** Without a write of ours the boleto is nobody's, and is cancelled. */
function boleto(merchant: Merchant): Attempt {
  const externalId = randomKey();
  const intents = newOnes(merchant, 'payment_intent');
  const data = { amount: 20_000, externalId, customer: aBuyer() };
  const create = merchant.keyed('/v2/transparents/create', { method: 'BOLETO', data });
  const open = () => intents().filter(({ status }) => status === 'requires_action').length;
  const tell = async () => {
    for (const { id } of intents()) await merchant.tellStripe('payment_intent.requires_action', id);
  };
  return {
    send: create,
    ours: async () => {
      await tell();
      const charges = await merchant.get(`/v2/transparents/list?externalId=${externalId}`);
      expect(charges.length).toBeLessThan(2);
      return charges[0]?.status ?? 'NONE';
    },
    theirs: () => (open() > 0 ? 'PENDING' : 'NONE'),
    effects: open,
    done: 'PENDING',
    undone: 'NONE',
    identify: idOf,
  };
}

/** A boleto that was paid, and whose event leads to a read of it. */
async function boletoEvent(merchant: Merchant): Promise<Attempt> {
  const intents = newOnes(merchant, 'payment_intent');
  const data = { amount: 20_000, customer: aBuyer() };
  const { id } = await merchant.post('/v2/transparents/create', { method: 'BOLETO', data });
  const intent = intents()[0];
  if (!intent) throw new Error('no intent');
  merchant.stripe.boletos.pay(intent.id);
  const isPaid = () => intent['status'] === 'succeeded';
  return {
    send: () => merchant.tellStripe('payment_intent.succeeded', intent.id),
    ours: async () => (await merchant.get(`/v2/transparents/get?id=${String(id)}`)).status,
    theirs: () => (isPaid() ? 'PAID' : 'PENDING'),
    effects: () => Number(isPaid()),
    done: 'PAID',
    events: recordOf(id, 'transparent.completed'),
  };
}

/** The boleto of a checkout that is paid by card: Stripe is to take no money for it. */
async function boletoClosed(merchant: Merchant): Promise<Attempt> {
  const intents = newOnes(merchant, 'payment_intent');
  const data = { amount: 20_000, customer: aBuyer(), expiresIn: undefined };
  const { id } = await merchant.post('/v2/transparents/create', { method: 'BOLETO', data });
  const intent = intents()[0];
  if (!intent) throw new Error('no intent');
  await merchant.rows(`update charges set status = 'CANCELLED' where id = $1`, [id]);
  return {
    send: () => merchant.tellStripe('payment_intent.requires_action', intent.id),
    ours: async () => (await merchant.get(`/v2/transparents/get?id=${String(id)}`)).status,
    theirs: () => (intent['status'] === 'canceled' ? 'CANCELLED' : 'PENDING'),
    effects: () => Number(intent['status'] === 'canceled'),
    done: 'CANCELLED',
  };
}

const intentPath = String.raw`/v1/payment_intents/\w+`;

export const stripePaymentRows: readonly Row[] = [
  { ...stripe, call: 'Stripe: a card payment is made', request: /^POST \/v1\/payment_intents$/, begin: cardPayment },
  {
    ...stripe,
    call: 'Stripe: a card payment is confirmed',
    request: new RegExp(`^POST ${intentPath}/confirm$`),
    begin: cardPayment,
  },
  {
    ...stripe,
    call: 'Stripe: an offer is paid by the same card',
    request: new RegExp(`^POST ${intentPath}/confirm$`),
    begin: takenOffer,
  },
  {
    ...stripe,
    call: 'Stripe: a card payment is read after 3-D Secure',
    request: new RegExp(`^GET ${intentPath}$`),
    begin: returned,
  },
  {
    ...stripe,
    call: 'Stripe: a card payment is cancelled',
    request: new RegExp(`^POST ${intentPath}/cancel$`),
    begin: abandoned,
  },
  {
    ...stripe,
    call: 'Stripe: a refund of the whole',
    request: /^POST \/v1\/refunds$/,
    begin: (merchant) => refund(merchant, undefined),
  },
  {
    ...stripe,
    call: 'Stripe: a refund of a part',
    request: /^POST \/v1\/refunds$/,
    begin: (merchant) => refund(merchant, 1_000),
  },
  {
    ...stripe,
    call: 'Stripe: the refunds are read before one is made',
    request: /^GET \/v1\/refunds$/,
    begin: (merchant) => refund(merchant, 1_000),
  },
  { ...stripe, call: 'Stripe: a boleto is made', request: /^POST \/v1\/payment_intents$/, begin: boleto },
  {
    ...stripe,
    call: 'Stripe: a boleto is cancelled',
    request: new RegExp(`^POST ${intentPath}/cancel$`),
    begin: boletoClosed,
  },
  {
    ...stripe,
    call: 'Stripe: a payment is read after its event',
    request: new RegExp(`^GET ${intentPath}$`),
    begin: boletoEvent,
  },
];
