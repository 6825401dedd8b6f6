import { isCalendarDay, readIdPrefix, type Cents } from '@pitanga/core';
import {
  asaasFields,
  asaasList,
  asaasText,
  asaasUnavailable,
  fromSignedReais,
  type AsaasClient,
  type AsaasFields,
} from '@pitanga/provider-account';

/** One movement of the balance at Asaas. */
export interface AsaasMovement {
  /** ftn_… */
  readonly id: string;
  /** Asaas's word. */
  readonly type: string;
  /** YYYY-MM-DD in America/Sao_Paulo. */
  readonly day: string;
  /** Positive: to the balance. */
  readonly amountCents: Cents;
  /** After it. */
  readonly balanceCents: Cents;
  readonly paymentId: string | undefined;
  readonly transferId: string | undefined;
  readonly pixTransactionId: string | undefined;
}

const pageSize = 100;

/** A page of the movements of some days, the oldest first. */
export async function listMovements(
  client: AsaasClient,
  { fromDay, toDay, offset }: { readonly fromDay: string; readonly toDay: string; readonly offset: number },
): Promise<{ readonly movements: readonly AsaasMovement[]; readonly hasMore: boolean }> {
  const window = { startDate: fromDay, finishDate: toDay, order: 'asc' };
  const query = new URLSearchParams({ ...window, limit: String(pageSize), offset: String(offset) });
  const path = `/financialTransactions?${query.toString()}`;
  const body = await client.accepted({ operation: 'list_movements', method: 'GET', path, isRepeatable: true });
  const { data, hasMore } = asaasFields(body);
  if (!Array.isArray(data) || typeof hasMore !== 'boolean')
    throw asaasUnavailable(new Error('an answer that is no list'));
  return { movements: asaasList(data).map(toMovement), hasMore };
}

/** One that lacks anything stops the reading: left out, the sum would be wrong and nothing would say why. */
function toMovement(fields: AsaasFields): AsaasMovement {
  const [id, type, day] = [asaasText(fields['id']), asaasText(fields['type']), asaasText(fields['date'])];
  const [amountCents, balanceCents] = [fromSignedReais(fields['value']), fromSignedReais(fields['balance'])];
  const isWhole = id !== undefined && /^[!-~]{1,60}$/.test(id) && type !== undefined && /^[A-Z0-9_]{1,80}$/.test(type);
  if (!isWhole || day === undefined || !isCalendarDay(day) || amountCents === undefined || balanceCents === undefined) {
    throw asaasUnavailable(new Error('a movement that is none'));
  }
  const of = (name: string): string | undefined => asaasText(fields[name])?.slice(0, 60);
  const cause = { paymentId: of('paymentId'), transferId: of('transferId'), pixTransactionId: of('pixTransactionId') };
  return { id, type, day, amountCents, balanceCents, ...cause };
}

export async function readAsaasBalance(client: AsaasClient): Promise<Cents> {
  const call = { operation: 'read_balance', method: 'GET', path: '/finance/balance', isRepeatable: true } as const;
  const balance = fromSignedReais(asaasFields(await client.accepted(call))['balance']);
  if (balance === undefined) throw asaasUnavailable(new Error('an answer without a balance'));
  return balance;
}

/** What the object of a movement says of its cause. */
export interface AsaasCause {
  /** What of ours it names: a txid or the id of a charge, or a payout; undefined: nothing. */
  readonly reference: string | undefined;
  /** Of a transfer whose Pix was sent, or of a Pix that came and of which nothing names a cause. */
  readonly endToEndId?: string | undefined;
}

export async function readCause(client: AsaasClient, movement: AsaasMovement): Promise<AsaasCause> {
  const { paymentId, transferId, pixTransactionId } = movement;
  if (paymentId !== undefined) return readPaymentCause(client, paymentId);
  if (transferId !== undefined) {
    const transfer = await read(client, 'transfers', transferId);
    const reference = toPayoutId(transfer['externalReference']);
    return { reference, endToEndId: asaasText(transfer['endToEndIdentifier']) };
  }
  if (pixTransactionId === undefined) return { reference: undefined };
  // The Pix that pays a code carries no reference; its description ends with the payout.
  const { type, description, endToEndIdentifier } = await read(client, 'pix/transactions', pixTransactionId);
  if (type === 'CREDIT') return { reference: undefined, endToEndId: asaasText(endToEndIdentifier) };
  return { reference: toPayoutId(typeof description === 'string' ? description.split(' ').at(-1) : undefined) };
}

async function readPaymentCause(client: AsaasClient, paymentId: string): Promise<AsaasCause> {
  const { externalReference, pixTransaction } = await read(client, 'payments', paymentId);
  const [reference, pix] = [asaasText(externalReference), asaasText(pixTransaction)];
  if (reference !== undefined || pix === undefined) return { reference };
  const { endToEndIdentifier } = await read(client, 'pix/transactions', pix);
  return { reference, endToEndId: asaasText(endToEndIdentifier) };
}

async function read(client: AsaasClient, place: string, id: string): Promise<AsaasFields> {
  const path = `/${place}/${encodeURIComponent(id)}`;
  return asaasFields(await client.found({ operation: 'read_moved', method: 'GET', path, isRepeatable: true }));
}

function toPayoutId(text: unknown): string | undefined {
  return typeof text === 'string' && readIdPrefix(text) === 'tran' ? text : undefined;
}
