import { AppError, type RefundFailureReason } from '@pitanga/core';
import type Stripe from 'stripe';
import type { CardProvider } from '../provider/card-provider';
import type { RefundOrder, RefundReading } from '../provider/refund-reading';
import type { StripeClient } from './stripe-client';
import { refusalIn } from './stripe-errors';
import { refundKey } from './stripe-metadata';
import { askNaming } from './stripe-naming';

/** More refunds than one charge can have: each returns at least one centavo of it, and merchants make a handful. */
const pagesMax = 10;

const reasons: Readonly<Record<string, RefundFailureReason>> = {
  charge_for_pending_refund_disputed: 'SUSPECTED_FRAUD',
  declined: 'REJECTED_BY_PAYER_BANK',
  expired_or_canceled_card: 'ACCOUNT_CLOSED',
  insufficient_funds: 'INSUFFICIENT_FUNDS',
  lost_or_stolen_card: 'ACCOUNT_BLOCKED',
};

/** Codes of refused refunds. */
const refusals: Readonly<Record<string, RefundFailureReason>> = {
  balance_insufficient: 'INSUFFICIENT_FUNDS',
  insufficient_funds: 'INSUFFICIENT_FUNDS',
  charge_already_refunded: 'INVALID_AMOUNT',
  charge_disputed: 'SUSPECTED_FRAUD',
  charge_expired_for_capture: 'TOO_LATE',
};

/** Refunds by Stripe, whole or in part. */
export function createStripeRefunds(client: StripeClient): Pick<CardProvider, 'refundCard' | 'readCardRefund'> {
  return { refundCard: (order) => refund(client, order), readCardRefund: (order) => readRefund(client, order) };
}

/** Reads first: Stripe keeps an idempotency key for a day, and a job may come back later than that. */
async function refund(client: StripeClient, order: RefundOrder): Promise<RefundReading> {
  const known = await readRefund(client, order);
  if (known) return known;
  const { refundId, target, amountCents } = order;
  try {
    return toReading(
      await askNaming(client, {
        operation: 'create_refund',
        idempotencyKey: `refund-${refundId}`,
        ids: { [refundKey]: refundId },
        run: (stripe, metadata, options) =>
          stripe.refunds.create({ payment_intent: target, amount: amountCents, metadata }, options),
      }),
    );
  } catch (error) {
    const refusal = refusalIn(error);
    throw refusal ? refundRefused(refusal.code, refusal.param) : error;
  }
}

/** @throws Error for one of another amount, which a person changed or copied: its outcome is not that of the order */
async function readRefund(
  client: StripeClient,
  { refundId, target, amountCents }: RefundOrder,
): Promise<RefundReading | undefined> {
  let after: string | undefined;
  for (let page = 0; page < pagesMax; page += 1) {
    const params = { payment_intent: target, limit: 100, ...(after !== undefined && { starting_after: after }) };
    const { data, has_more: hasMore } = await client.request({
      operation: 'read_refund',
      run: (stripe, options) => stripe.refunds.list(params, options),
    });
    const found = data.find(({ metadata }) => metadata?.[refundKey] === refundId);
    if (found && found.amount !== amountCents) throw new Error(`refund ${found.id} at Stripe has another amount`);
    if (found) return toReading(found);
    after = data.at(-1)?.id;
    if (!hasMore || after === undefined) return undefined;
  }
  throw new Error('a charge has more refunds than are read');
}

export function toReading({ id, status, failure_reason: code }: Stripe.Refund): RefundReading {
  if (status === 'succeeded') return { ...none, status: 'COMPLETE', reference: id };
  if (status !== 'failed' && status !== 'canceled') return { ...none, status: 'PENDING', reference: id };
  return { status: 'FAILED', reference: id, failureReason: reasons[code ?? ''] ?? 'UNKNOWN', providerCode: code };
}

const none = { failureReason: undefined, providerCode: undefined } as const;

function refundRefused(code: string | undefined, param: string | undefined): AppError {
  const failureReason = refusals[code ?? ''] ?? (param === 'amount' ? 'INVALID_AMOUNT' : 'UNKNOWN');
  return new AppError({
    kind: 'FAILED_PRECONDITION',
    reason: 'STRIPE_REFUSED',
    message: `Stripe refused the refund${code === undefined ? '' : ` (${code})`}`,
    metadata: { failureReason, ...(code !== undefined && { providerCode: code }) },
  });
}
