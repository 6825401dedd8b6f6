import type { AppError } from '@pitanga/core';
import {
  asFields,
  asList,
  asText,
  bankError,
  isSuccess,
  type BankAnswer,
  type BankClient,
} from '@pitanga/provider-account/bank';
import { bankRefused, bankUnavailable, unusable } from '../provider/bank-errors';
import type { BankOrder } from '../provider/bank-orders';
import type { BankSenderDeps } from '../provider/bank-sender';
import { isEndToEndId } from '../provider/end-to-end-id';
import type {
  PayoutCapabilities,
  PayoutFailure,
  PayoutOrder,
  PayoutProvider,
  PayoutReading,
} from '../provider/payout-provider';
import { isDebited } from './inter-statement';
import { readOrder, toIdempotencyKey, toRequest } from './inter-values';

export const interCapabilities: PayoutCapabilities = {
  ownerCheck: 'TAX_ID_KEYS',
  paysCodes: true,
  paysBankAccounts: false,
  showsReturns: false,
  isReconciled: false,
};

/** How long Inter keeps a key is not said. So long an order that left is asked about by its key, which sends nothing then. */
const keyKeptMs = 3_600_000;
/** So long an order that has not left is sent again under its key. After that a person looks. */
const repeatMs = 24 * 3_600_000;

/**
 * Sends a store's payouts through its account at Banco Inter, under a key that follows from our id: a repeat with it gets the
 * first answer. Inter reads an order by its own id alone, and never says that it has none: one whose answer was lost is looked
 * for in the statement of the account before it is repeated.
 */
export function createInterPayoutProvider(deps: BankSenderDeps): PayoutProvider {
  return {
    name: deps.name,
    owner: deps.owner,
    capabilities: interCapabilities,
    sendPayout: (order) => send(deps, order),
    readPayout: (order) => read(deps, order),
  };
}

async function send(deps: BankSenderDeps, order: PayoutOrder): Promise<PayoutReading> {
  const begun = await deps.orders.begin(order.payoutId, order.now);
  if (!begun.isNew) {
    const known = await read(deps, order);
    if (known) return known;
  }
  return ask(deps, order, begun);
}

/** The first time it sends; with its key a repeat gets the answer of then. */
async function ask({ client, orders }: BankSenderDeps, order: PayoutOrder, begun: BankOrder): Promise<PayoutReading> {
  const answer = await client.ask({
    operation: 'send_payout',
    method: 'POST',
    path: '/banking/v2/pix',
    headers: { 'x-id-idempotente': toIdempotencyKey(order.payoutId) },
    body: toRequest(order, begun.firstSentAt),
    isRepeatable: false,
  });
  if (!isSuccess(answer)) throw refusalOrUnknown(client, answer);
  const { codigoSolicitacao, endToEndId } = asFields(answer.body);
  const orderId = asText(codigoSolicitacao);
  if (orderId === undefined) throw unusable('it has no id');
  await orders.bind(order.payoutId, { orderId, endToEndId: isEndToEndId(endToEndId) ? endToEndId : undefined });
  // Whether a person at the bank must approve it or it has left: the first look says.
  return { status: 'PENDING' };
}

async function read(deps: BankSenderDeps, order: PayoutOrder): Promise<PayoutReading | undefined> {
  const { client, orders } = deps;
  const begun = await orders.find(order.payoutId);
  // What is not written was never sent.
  if (!begun) return undefined;
  if (begun.orderId !== undefined) return readById(client, begun.orderId, order);
  const ageMs = order.now.getTime() - begun.firstSentAt.getTime();
  if (await isDebited(client, order, begun.firstSentAt)) {
    return ageMs < keyKeptMs ? ask(deps, order, begun) : { status: 'PENDING' };
  }
  if (ageMs < repeatMs) return undefined;
  throw unusable('an order that is a day old is not in the statement, and its key may be forgotten');
}

async function readById(client: BankClient, orderId: string, order: PayoutOrder): Promise<PayoutReading> {
  const path = `/banking/v2/pix/${encodeURIComponent(orderId)}`;
  const answer = await client.ask({ operation: 'read_payout', method: 'GET', path, isRepeatable: true });
  // The refusal of a read proves nothing about the money.
  if (!isSuccess(answer)) throw bankUnavailable();
  const reading = readOrder(answer.body, orderId, order);
  if (!reading) throw unusable('it is about another payout');
  return reading;
}

/** A refusal is one by Inter's own words; else the outcome is unknown. */
function refusalOrUnknown({ dialect }: BankClient, answer: BankAnswer): AppError {
  const isDefinite = answer.status === 400 || answer.status === 422;
  if (!isDefinite || bankError(answer, dialect)?.isRefusal !== true) return bankUnavailable();
  const names = asList(asFields(answer.body)['violacoes']).flatMap(({ propriedade }) => asText(propriedade) ?? []);
  // Only names of fields: their values are personal data.
  const known = names.filter((name) => /^[A-Za-z.]{1,40}$/.test(name)).slice(0, 3);
  const where = known.length === 0 ? '' : `: look at ${known.join(', ')}`;
  return bankRefused(`Banco Inter refused the payout${where}`, failureAbout(known));
}

function failureAbout(fields: readonly string[]): PayoutFailure {
  const providerCode = 'INTER_RECUSADO';
  if (fields.some((name) => /chave|destinatario|pixcopiaecola/i.test(name)))
    return { failureReason: 'INVALID_KEY', providerCode };
  return { failureReason: fields.some((name) => /valor/i.test(name)) ? 'INVALID_AMOUNT' : 'UNKNOWN', providerCode };
}
