import { cents, zeroCents, type Cents } from '@pitanga/core';
import { isEndToEndId } from '../provider/end-to-end-id';
import type { KeyOwner, PayoutOrder, PayoutReading } from '../provider/payout-provider';
import { providerUnavailable } from './http-payouts-errors';
import { payoutFailure } from '../provider/payout-failures';

/**
 * How a payout stands by the provider's answer. One about another payout, or without what its state must have, is
 * refused: guessing would move money.
 *
 * @throws AppError UNAVAILABLE for such an answer
 */
export function parseReading(body: unknown, { payoutId, amountCents }: PayoutOrder): PayoutReading {
  const answer = asRecord(body);
  if (answer.id !== payoutId || answer.amount !== amountCents) throw unusable('it is about another payout');
  const { status, endToEndId, failureCode } = answer;
  if (status === 'PENDING') return { status };
  if (status === 'COMPLETE') {
    if (!isEndToEndId(endToEndId)) throw unusable('it has no end-to-end id');
    return { status, endToEndId, returnedCents: parseReturned(answer.returnedAmount, amountCents) };
  }
  if (status !== 'FAILED') throw unusable('its status is unknown');
  return { status, ...payoutFailure(typeof failureCode === 'string' ? failureCode : undefined) };
}

/** What has come back; nothing where the answer does not say. */
function parseReturned(returnedAmount: unknown, amountCents: Cents): Cents {
  if (returnedAmount === undefined || returnedAmount === null) return zeroCents;
  const isAmount = Number.isSafeInteger(returnedAmount) && Number(returnedAmount) >= 0;
  if (!isAmount || Number(returnedAmount) > amountCents)
    throw unusable('more has come back than was sent, or no amount');
  return cents(Number(returnedAmount));
}

/** Most of a name at banks. */
const ownerNameMax = 140;

/** The owner's tax id, perhaps masked, and name. @throws AppError UNAVAILABLE when the answer has no tax id */
export function parseOwner(body: unknown): KeyOwner {
  const { ownerTaxId, ownerName } = asRecord(body);
  if (typeof ownerTaxId !== 'string' || ownerTaxId === '') throw unusable('it names no owner');
  const isName = typeof ownerName === 'string' && ownerName !== '';
  return { taxId: ownerTaxId, name: isName ? ownerName.slice(0, ownerNameMax) : undefined };
}

/**
 * The provider's own code of a refusal; undefined when the body has none. The 404 of a proxy in between has no code, and
 * does not mean that there is no such payout.
 */
export function refusalCode(body: unknown): string | undefined {
  const { code } = asRecord(body);
  return typeof code === 'string' && code !== '' ? code : undefined;
}

function asRecord(body: unknown): Record<string, unknown> {
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
}

function unusable(why: string) {
  return providerUnavailable(new Error(`unusable answer of the payout provider: ${why}`));
}
