import { encodeDynamic } from '@pitanga/core';
import { waitFor, type AsaasPayment } from '@pitanga/testing';
import type { AsaasMerchant } from './asaas-merchant';
import { connectingOf } from './connecting';
import type { Attempt, Row } from './crash';
import { returnOfKeyPayment } from './key-payment-return';
import { aBuyer, payoutKey, randomKey, untilStatus } from './merchant';
import { idOf } from './stripe-parts';

const billing = { process: 'billing', provider: 'asaas' } as const;
const payouts = { process: 'payouts', provider: 'asaas' } as const;
const byClient = { isFinishedByJobs: false } as const;

/** The payments that Asaas has made since this was called, those that it deleted left out. */
export function newPayments({ asaas: { books } }: AsaasMerchant): () => readonly AsaasPayment[] {
  const before = new Set(books.payments);
  return () => books.payments.filter((payment) => !before.has(payment) && !payment.deleted);
}

/** A charge that a client makes, with what its method wants. */
function charge(merchant: AsaasMerchant, method: 'PIX' | 'BOLETO', data: object): Attempt {
  const externalId = randomKey();
  const payments = newPayments(merchant);
  const find = async () => {
    const charges = await merchant.get(`/v2/transparents/list?externalId=${externalId}`);
    expect(charges.length).toBeLessThan(2);
    return charges[0] as { readonly brCode: string | null } | undefined;
  };
  return {
    send: merchant.keyed('/v2/transparents/create', { method, data: { ...data, externalId } }),
    ours: async () => (typeof (await find())?.brCode === 'string' ? 'OPEN' : undefined),
    theirs: () => (payments().length > 0 ? 'OPEN' : 'NONE'),
    effects: () => payments().length,
    done: 'OPEN',
    identify: idOf,
  };
}

const pixCharge = (merchant: AsaasMerchant): Attempt => charge(merchant, 'PIX', { amount: 5_000 });
const boletoCharge = (merchant: AsaasMerchant): Attempt =>
  charge(merchant, 'BOLETO', { amount: 5_000, customer: aBuyer() });

/** A payer who is new to Asaas. */
function customer(merchant: AsaasMerchant): Attempt {
  const buyer = aBuyer();
  const made = () => merchant.asaas.books.customers.filter(({ cpfCnpj }) => cpfCnpj === buyer.taxId);
  return { ...charge(merchant, 'PIX', { amount: 5_000, customer: buyer }), effects: () => made().length };
}

/** A charge whose time is over, which Asaas would still let be paid. */
async function expiry(merchant: AsaasMerchant, method: 'PIX' | 'BOLETO'): Promise<Attempt> {
  const payments = newPayments(merchant);
  const data = { amount: 5_000, customer: aBuyer() };
  const { id } = await merchant.post('/v2/transparents/create', { method, data });
  const [payment] = payments();
  const [row] = await merchant.rows(
    'select coalesce(payable_until, expires_at) as expires_at from charges where id = $1',
    [id],
  );
  const untilMs = (row?.['expires_at'] as Date).getTime() - merchant.clock.now().getTime() + 1_000;
  const deleted = () =>
    merchant.asaas.books.events.filter(
      ({ event, body }) =>
        event === 'PAYMENT_DELETED' && (body as { payment: { id: string } }).payment.id === payment?.id,
    );
  let isOver = false;
  return {
    send: async () => {
      if (!isOver) await merchant.clock.advance(untilMs);
      isOver = true;
      return merchant.api.get('/v2/store/get');
    },
    ours: async () => (await merchant.get(`/v2/transparents/get?id=${String(id)}`)).status,
    theirs: () => (payment?.deleted === true ? 'EXPIRED' : 'PENDING'),
    effects: () => deleted().length,
    done: 'EXPIRED',
  };
}

/** @param begun how Asaas begins the refund: DONE at once, or PENDING until it has asked */
async function refund(merchant: AsaasMerchant, begun: 'DONE' | 'PENDING' = 'DONE'): Promise<Attempt> {
  merchant.asaas.books.refundStatus = begun;
  const payments = newPayments(merchant);
  const { id } = await merchant.post('/v2/transparents/create', { method: 'PIX', data: { amount: 5_000 } });
  const { payment } = merchant.asaas.pay(payments()[0]?.externalReference ?? '');
  await untilStatus(merchant, id, 'PAID');
  return {
    send: merchant.keyed('/v2/transparents/refund', { id, amount: 2_000 }),
    ours: async () => {
      const refunds = await merchant.get(`/v2/refunds/list?originalId=${String(id)}`);
      expect(refunds.length).toBeLessThan(2);
      return refunds[0]?.status;
    },
    ...returnsOf(payment, 'COMPLETE'),
    identify: idOf,
  };
}

/** @param word that for money which is back with its payer */
function returnsOf({ refunds }: AsaasPayment, word: string): Pick<Attempt, 'theirs' | 'effects' | 'done'> {
  const done = () => refunds.filter(({ status }) => status === 'DONE').length;
  return { theirs: () => (done() > 0 ? word : 'NONE'), effects: done, done: word };
}

/** Money on the account's key that no charge asked for, which the operator sends back. */
async function keyPayment(merchant: AsaasMerchant): Promise<Attempt> {
  const { asaas } = merchant;
  asaas.books.refundStatus = 'DONE';
  const payment = asaas.payUnasked(700);
  const pix = asaas.books.pixTransactions.find(({ id }) => id === payment.pixTransaction);
  const id = await waitFor('the Pix', async () => {
    const [found] = await merchant.get(`/v2/key-payments/list?search=${String(pix?.endToEndIdentifier)}`);
    return found?.id as string | undefined;
  });
  return { ...returnOfKeyPayment(merchant, id), ...returnsOf(payment, 'RETURNED') };
}

type Destination = { readonly path: 'payouts' | 'pix'; readonly body: object };

/** Money that leaves; Asaas asks about each of its orders. */
function moneyOut(merchant: AsaasMerchant, { path, body }: Destination): Attempt {
  const { orders } = merchant.asaas.out;
  const externalId = randomKey();
  const before = orders.length;
  const left = () => orders.slice(before).filter(({ status }) => status === 'DONE');
  const find = async () => {
    const all = await merchant.get(`/v2/${path}/list?externalId=${externalId}`);
    expect(all.length).toBeLessThan(2);
    return all[0] as { readonly id: string; readonly status: string } | undefined;
  };
  const create = path === 'pix' ? '/v2/pix/send' : '/v2/payouts/create';
  return {
    send: merchant.keyed(create, { ...body, amount: 500, externalId }),
    ours: async () => (await find())?.status,
    theirs: () => (left().length > 0 ? 'COMPLETE' : 'NONE'),
    effects: () => left().length,
    done: 'COMPLETE',
    identify: idOf,
    events: async () => ({
      recordId: (await find())?.id ?? '',
      types: [path === 'pix' ? 'transfer.completed' : 'payout.completed'],
    }),
  };
}

const byKey = (merchant: AsaasMerchant): Attempt =>
  moneyOut(merchant, { path: 'payouts', body: { pixKey: payoutKey, pixKeyType: 'EMAIL' } });

function byTed(merchant: AsaasMerchant): Attempt {
  const account = { bankCode: '341', branch: '1234', account: '12345678', accountDigit: '9', accountType: 'CHECKING' };
  return moneyOut(merchant, { path: 'payouts', body: { method: 'TED', bankAccount: account } });
}

function byCode(merchant: AsaasMerchant): Attempt {
  const location = `pix.fornecedor.example/qr/${randomKey()}`;
  const key = encodeDynamic({ merchantName: 'Fornecedor', merchantCity: 'JOINVILLE', location });
  merchant.asaas.out.keys.codes.set(key, { name: 'Fornecedor', taxId: '11444777000161' });
  return moneyOut(merchant, { path: 'pix', body: { pix: { type: 'BR_CODE', key } } });
}

/** The webhook, which its owner has deleted at Asaas, is made by connecting again. */
function newWebhook(merchant: AsaasMerchant): Attempt {
  const { webhooks } = merchant.asaas.books;
  webhooks.length = 0;
  return connectingOf(merchant.connectAgain, () => webhooks.length);
}

/** The webhook, whose queue Asaas has stopped after failures, is started by connecting again. */
function stoppedWebhook(merchant: AsaasMerchant): Attempt {
  const { webhooks } = merchant.asaas.books;
  for (const webhook of webhooks) webhook.interrupted = true;
  return connectingOf(merchant.connectAgain, () => webhooks.filter(({ interrupted }) => !interrupted).length);
}

/** On a store that has Asaas alone. */
export const asaasRows: readonly Row<AsaasMerchant>[] = [
  { ...billing, ...byClient, call: 'Asaas: a customer is made', request: /^POST \/customers$/, begin: customer },
  { ...billing, ...byClient, call: 'Asaas: a Pix is made', request: /^POST \/payments$/, begin: pixCharge },
  { ...billing, ...byClient, call: 'Asaas: a boleto is made', request: /^POST \/payments$/, begin: boletoCharge },
  {
    ...billing,
    call: 'Asaas: a refund of a Pix is made',
    request: /^POST \/payments\/\w+\/refund$/,
    begin: (merchant) => refund(merchant),
  },
  {
    ...billing,
    call: 'Asaas: it asks whether a refund may leave',
    request: /^ASK$/,
    begin: (merchant) => refund(merchant, 'PENDING'),
  },
  {
    ...billing,
    call: 'Asaas: a Pix without a charge is returned',
    request: /^POST \/payments\/\w+\/refund$/,
    begin: keyPayment,
  },
  {
    ...payouts,
    call: 'Asaas: a payout is sent to a key',
    request: /^POST \/transfers$/,
    begin: byKey,
  },
  {
    ...payouts,
    call: 'Asaas: a TED is sent to a bank account',
    request: /^POST \/transfers$/,
    begin: byTed,
  },
  {
    ...payouts,
    call: 'Asaas: a payout is sent to a code',
    request: /^POST \/pix\/qrCodes\/pay$/,
    begin: byCode,
  },
  { ...payouts, call: 'Asaas: it asks whether a payout is sent', request: /^ASK$/, begin: byKey },
  {
    ...payouts,
    ...byClient,
    call: 'Asaas: the owner of a key is looked up',
    request: /^GET \/pix\/addressKeys\/external/,
    begin: byKey,
  },
  {
    ...billing,
    call: 'Asaas: a Pix whose time is over is deleted',
    request: /^DELETE \/payments\/\w+$/,
    begin: (merchant) => expiry(merchant, 'PIX'),
  },
  {
    ...billing,
    call: 'Asaas: a boleto whose time is over is deleted',
    request: /^DELETE \/payments\/\w+$/,
    begin: (merchant) => expiry(merchant, 'BOLETO'),
  },
  { ...billing, ...byClient, call: 'Asaas: its webhook is made', request: /^POST \/webhooks$/, begin: newWebhook },
  {
    ...billing,
    ...byClient,
    call: 'Asaas: its webhook is started again',
    request: /^PUT \/webhooks\/\w+$/,
    begin: stoppedWebhook,
  },
];
