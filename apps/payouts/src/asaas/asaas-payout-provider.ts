import type { AccountOwner } from '@pitanga/core';
import {
  asaasFields,
  asaasList,
  asaasRefused,
  asaasText,
  toReais,
  type AsaasCall,
  type AsaasClient,
} from '@pitanga/provider-account';
import type {
  PayoutCapabilities,
  PayoutOrder,
  PayoutProvider,
  PayoutReading,
  TedOrder,
} from '../provider/payout-provider';
import { toAsaasAccount } from './bank-accounts';
import { neverAsked, payoutsStopped, unusable } from './asaas-errors';
import { findOrderId } from './find-order';
import { findKeyOwner } from './find-owner';
import type { KnownOrder, OrderBook } from './order-book';
import { toAsaasKey, type PhoneKeys } from './pix-keys';
import { readOrder, readRefunded } from './read-order';

export interface AsaasPayoutDeps {
  /** asaas:… */
  readonly name: string;
  readonly owner: AccountOwner;
  readonly phoneKeys: PhoneKeys;
  readonly client: AsaasClient;
  readonly book: OrderBook;
}

export const asaasCapabilities: PayoutCapabilities = {
  ownerCheck: 'LOOKUP',
  paysCodes: true,
  paysBankAccounts: true,
  showsReturns: true,
  isReconciled: true,
};

type Order = PayoutOrder | TedOrder;

/** Most of a Pix. */
const descriptionMax = 140;

/**
 * Sends a store's payouts through its Asaas account. Asaas takes a repeat for another order; but it asks before money leaves,
 * and the first order that is known for a payout is the only one that may (docs/behaviour/payouts.md#asaas-once). So an order
 * that an answer, a list or an ask brings is bound first, and only what the bound one says counts.
 */
export function createAsaasPayoutProvider(deps: AsaasPayoutDeps): PayoutProvider {
  const { name, owner, client, book, phoneKeys } = deps;
  /** First orders that Asaas refused: there is none to look for. */
  const refused = new Set<string>();
  const send = async (order: Order): Promise<PayoutReading> => {
    const known = await book.find(order.payoutId);
    return readBound(deps, order, known ?? (await place(deps, order, refused)));
  };
  const read = async (order: Order): Promise<PayoutReading | undefined> => {
    const isRefused = refused.delete(order.payoutId);
    const known = await findKnown(deps, order);
    if (known) return readBound(deps, order, known);
    if (!isRefused && !(await book.hasAsked())) throw neverAsked();
    return undefined;
  };
  return {
    name,
    owner,
    capabilities: asaasCapabilities,
    requireOpen: async () => {
      if (await book.isStopped()) throw payoutsStopped();
    },
    lookupKey: (target) => findKeyOwner(client, book, target, phoneKeys),
    sendPayout: send,
    readPayout: read,
    ted: { send, read },
  };
}

/** @throws AppError FAILED_PRECONDITION when Asaas refuses the order */
async function place(
  { client, book, phoneKeys }: AsaasPayoutDeps,
  order: Order,
  refused: Set<string>,
): Promise<KnownOrder> {
  const { status, body } = await client.ask(orderCall(order, phoneKeys));
  if (status >= 300) {
    refused.add(order.payoutId);
    throw asaasRefused(body);
  }
  const placed = readOrder(body, order);
  if (!placed) throw unusable('it is about another payout');
  return book.bind(order.payoutId, placed.orderId);
}

function orderCall(order: Order, phoneKeys: PhoneKeys): AsaasCall {
  const { payoutId, amountCents, target, description = '' } = order;
  const call = { operation: 'send_payout', method: 'POST', isRepeatable: false } as const;
  const value = toReais(amountCents);
  if (target.type === 'BR_CODE') {
    // It takes no reference: the end of the description ties it to its payout.
    const text = `${cut(description, descriptionMax - payoutId.length - 1)} ${payoutId}`.trim();
    return { ...call, path: '/pix/qrCodes/pay', body: { qrCode: { payload: target.key }, value, description: text } };
  }
  const body = {
    value,
    ...toReceiverFields(order, phoneKeys),
    externalReference: payoutId,
    // Documented of a Pix alone: a TED goes without it.
    ...(description !== '' && !isTed(order) && { description: cut(description, descriptionMax) }),
  };
  return { ...call, path: '/transfers', body };
}

/** Without a type Asaas sends a Pix to an account whose bank takes one. */
function toReceiverFields(order: Order, phoneKeys: PhoneKeys): object {
  if (isTed(order)) return { operationType: 'TED', bankAccount: toAsaasAccount(order) };
  const { type, key } = toAsaasKey(order.target, phoneKeys);
  return { operationType: 'PIX', pixAddressKey: key, pixAddressKeyType: type };
}

function isTed(order: Order): order is TedOrder {
  return order.target.type === 'BANK_ACCOUNT';
}

function cut(text: string, length: number): string {
  return text
    .slice(0, length)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim();
}

/** The order that a payout is bound to, from here or from Asaas's list. */
async function findKnown({ client, book }: AsaasPayoutDeps, order: Order): Promise<KnownOrder | undefined> {
  const known = await book.find(order.payoutId);
  if (known) return known;
  const id = await findOrderId(client.within('FOLLOW'), order);
  // Meanwhile Asaas may have asked about it.
  return id === undefined ? book.find(order.payoutId) : book.bind(order.payoutId, id);
}

async function readBound(deps: AsaasPayoutDeps, order: Order, known: KnownOrder): Promise<PayoutReading> {
  const place = order.target.type === 'BR_CODE' ? '/pix/transactions' : '/transfers';
  const path = `${place}/${encodeURIComponent(known.orderId)}`;
  // That an order which Asaas has named is gone proves nothing about the money.
  const body = await deps.client
    .within('FOLLOW')
    .found({ operation: 'read_payout', method: 'GET', path, isRepeatable: true });
  const read = readOrder(body, order);
  if (read?.orderId !== known.orderId) throw unusable('it is about another payout');
  if (read.reading.status !== 'COMPLETE') return read.reading;
  await requireAsked(deps, order, known);
  const { endToEndId } = read.reading;
  if (endToEndId === undefined) return read.reading;
  return { ...read.reading, returnedCents: await readReturned(deps, order, endToEndId) };
}

/** Money that left unasked has left, and is booked as such; but nothing more is sent. */
async function requireAsked({ book }: AsaasPayoutDeps, { payoutId }: Order, known: KnownOrder): Promise<void> {
  const isAsked = known.approvedAt !== undefined || (await book.find(payoutId))?.approvedAt !== undefined;
  if (!isAsked) await book.stop();
}

/** What has come back of a Pix: its own record counts it, whether a transfer or a code sent it. */
async function readReturned({ client }: AsaasPayoutDeps, { amountCents }: Order, endToEndId: string) {
  const path = `/pix/transactions?endToEndIdentifier=${endToEndId}`;
  const body = await client
    .within('FOLLOW')
    .accepted({ operation: 'read_returns', method: 'GET', path, isRepeatable: true });
  const sent = asaasList(asaasFields(body)['data']).find(
    (item) => asaasText(item['endToEndIdentifier']) === endToEndId && item['type'] === 'DEBIT',
  );
  return readRefunded(sent ?? {}, amountCents);
}
