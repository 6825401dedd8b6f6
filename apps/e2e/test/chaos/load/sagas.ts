import { setTimeout as delay } from 'node:timers/promises';
import type { AsaasStandIn } from '@pitanga/testing';
import type { FakeBank } from '../../provider-servers';
import type { Providers } from './providers';
import { payoutKey } from '../../crashes/merchant';
import { aCpf } from '../../api';
import type { Asking } from './asking';
import type { Books, KnownCharge, Shop } from './books';
import type { Holds } from './holds';

/** What the buyers and merchants of a run work with. */
export interface Counter {
  readonly books: Books;
  readonly dev: Asking;
  /** With the public key of the same store. */
  readonly cardForm: Asking;
  readonly prod: Asking;
  readonly pair: Asking;
  readonly bank: FakeBank;
  readonly accounts: Providers['accounts'];
  readonly holds: Holds;
  /** From 0, less than 1. */
  readonly random: () => number;
  /** One that no other request has. */
  readonly newKey: () => string;
}

export type Saga = (counter: Counter) => Promise<unknown>;

const customer = { name: 'Bia Lima', email: 'bia@example.com', cellphone: '11999998888' };
const card = { number: '4242424242424242', expMonth: 12, expYear: 2040, cvv: '739', holderName: 'Bia Lima' };
/**
 * A job fails a card charge that its request has left alone for a minute. A token is good for a minute: it has expired when
 * the first attempt comes late, or while billing's clock is ahead.
 */
const cardRefusals = { CARD_DECLINED: 'unanswered', CARD_TOKEN_EXPIRED: 'whenever' } as const;
/** Hundreds of centavos: the simulator fails certain odd amounts on purpose. */
const amountOf = ({ random }: Counter): number => 1_000 + Math.floor(random() * 200) * 100;

const where: Readonly<Record<Shop, string>> = { dev: '', prod: ' at the bank', pair: ' at one of two' };

async function create(
  counter: Counter,
  shop: Shop,
  method: string,
  more: object = {},
): Promise<KnownCharge | undefined> {
  const [key, amount] = [counter.newKey(), amountOf(counter)];
  const data = { amount, externalId: key, ...more };
  const operation = `create ${method}${where[shop]}`;
  const answer = await counter[shop].untilAnswered({
    operation,
    path: '/v2/transparents/create',
    body: { method, data },
    key,
    ...(method === 'CARD' ? { mayEndWith: cardRefusals } : {}),
  });
  if (answer === undefined) {
    counter.books.declined.add(key);
    return undefined;
  }
  const charge = { shop, externalId: key, id: answer.id, amount, isPaid: method === 'CARD', refunds: [] };
  counter.books.charges.push(charge);
  return charge;
}

async function pay({ dev, newKey }: Counter, charge: KnownCharge): Promise<void> {
  const request = { operation: 'pay', path: `/v2/transparents/simulate-payment?id=${charge.id}`, body: {} };
  charge.isPaid = (await dev.untilAnswered({ ...request, key: newKey() })) !== undefined;
}

async function refund(counter: Counter, charge: KnownCharge, amount?: number, more: object = {}): Promise<void> {
  const body = { id: charge.id, ...(amount === undefined ? {} : { amount }), ...more };
  const answer = await counter[charge.shop].untilAnswered({
    operation: amount === undefined ? 'refund' : 'refund in part',
    path: '/v2/transparents/refund',
    body,
    key: counter.newKey(),
  });
  if (answer !== undefined) charge.refunds.push({ id: answer.id, amount: answer.amount });
}

/** Sometimes all, sometimes a part of it, mostly nothing. */
async function maybeRefund(counter: Counter, charge: KnownCharge, more: object = {}): Promise<void> {
  const lot = counter.random();
  if (lot < 0.1) await refund(counter, charge, undefined, more);
  else if (lot < 0.2) await refund(counter, charge, 300, more);
}

const payByPix: Saga = async (counter) => {
  const charge = await create(counter, 'dev', 'PIX');
  if (charge === undefined || counter.random() < 0.15) return;
  await pay(counter, charge);
  await maybeRefund(counter, charge);
};

const payByBoleto: Saga = async (counter) => {
  const charge = await create(counter, 'dev', 'BOLETO', { customer: { ...customer, taxId: aCpf() } });
  if (charge === undefined || counter.random() < 0.2) return;
  await pay(counter, charge);
  await maybeRefund(counter, charge, { pixKey: customer.email, pixKeyType: 'EMAIL' });
};

const payByCard: Saga = async (counter) => {
  const request = { operation: 'card token', path: '/v2/card-tokens', body: card, key: counter.newKey() };
  const token = await counter.cardForm.untilAnswered(request);
  if (token === undefined) return;
  const charge = await create(counter, 'dev', 'CARD', { token: token.id });
  if (charge) await maybeRefund(counter, charge);
};

/** A payer pays at the bank, which tells us as it likes. */
const payAtTheBank: Saga = async (counter) => {
  const charge = await create(counter, 'prod', 'PIX');
  if (charge === undefined || counter.random() < 0.2) return;
  const txid = txidAt(counter.bank, await readCode(counter, charge));
  if (txid === undefined) throw new Error(`the bank does not know ${charge.id}`);
  await counter.bank.pay(txid);
  charge.isPaid = true;
};

async function readCode(counter: Counter, { shop, id }: KnownCharge): Promise<unknown> {
  const path = `/v2/transparents/get?id=${id}`;
  return (await counter[shop].untilAnswered({ operation: 'read', path }))?.brCode;
}

function txidAt({ books }: FakeBank, code: unknown): string | undefined {
  const codeOf = (txid: string): unknown => (books.getCharge('cob', txid) as { pixCopiaECola?: string }).pixCopiaECola;
  return books.charges().find((txid) => codeOf(txid) === code);
}

/** By the location in the code, which has the id of the payment there. */
function referenceAt({ books }: AsaasStandIn, code: string): string {
  const found = books.payments.find(({ id }) => code.includes(`/qr/v2/${id.slice(4)}`));
  if (found?.externalReference === undefined) throw new Error(`no account has the code ${code}`);
  return found.externalReference;
}

/** The same at whichever of two accounts made it. */
const payAtOneOfTwo: Saga = async (counter) => {
  const charge = await create(counter, 'pair', 'PIX');
  if (charge === undefined || counter.random() < 0.2) return;
  const code = await readCode(counter, charge);
  const { first, second } = counter.accounts;
  const txid = txidAt(first, code);
  if (txid === undefined) second.pay(referenceAt(second, String(code)));
  else await first.pay(txid);
  await second.deliverDue();
  charge.isPaid = true;
};

const sendPix: Saga = async ({ books, dev, newKey }) => {
  const [key, amount] = [newKey(), 500];
  const body = { externalId: key, amount, pixKey: payoutKey, pixKeyType: 'EMAIL' };
  const sent = await dev.untilAnswered({ operation: 'send Pix', path: '/v2/pix/send', body, key });
  if (sent) books.transfers.push({ shop: 'dev', kind: 'transfer', externalId: key, id: sent.id, amount });
};

const payOut =
  (shop: Shop): Saga =>
  async (counter) => {
    const [key, amount] = [counter.newKey(), 400];
    const body = { externalId: key, amount, pixKey: payoutKey, pixKeyType: 'EMAIL' };
    const operation = shop === 'prod' ? 'pay out at the provider' : 'pay out';
    const made = await counter[shop].untilAnswered({ operation, path: '/v2/payouts/create', body, key });
    if (made) counter.books.transfers.push({ shop, kind: 'payout', externalId: key, id: made.id, amount });
  };

const hold: Saga = ({ holds, newKey }) => holds.reserveAndRelease(newKey());

const reads = [
  '/v2/transparents/list?limit=5',
  '/v2/store/get',
  '/v2/subscriptions/list?limit=5',
  '/v2/webhooks/list',
  '/v2/events/list?limit=5',
  '/v2/bank-statement/list?limit=5',
  '/v2/payouts/list?limit=5',
];

const look: Saga = async ({ dev, random }) => {
  const path = reads[Math.floor(random() * reads.length)] ?? '/v2/store/get';
  await dev.ask({ operation: `read ${path.split('/')[2] ?? ''}`, path });
};

/** Each as often as it stands here. */
const mix: readonly Saga[] = [
  ...[look, look, look, look, look],
  ...[payByPix, payByPix, payByPix, payByPix],
  ...[payByBoleto, payByCard, payByCard, payAtTheBank, payAtTheBank],
  ...[sendPix, sendPix, payOut('dev'), payOut('prod'), hold, hold],
];

/** One client, who does one thing after another until it is over. */
export async function work(counter: Counter, isOver: () => boolean, sagas = mix): Promise<void> {
  while (!isOver()) {
    await sagas[Math.floor(counter.random() * sagas.length)]?.(counter);
    await delay(counter.random() * 200);
  }
}

/** Of clients of their own: the others do what they did without a shop of two accounts. */
export const atOneOfTwo: readonly Saga[] = [payAtOneOfTwo];
