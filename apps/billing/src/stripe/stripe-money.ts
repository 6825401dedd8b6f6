import { cents, sumCents, type Cents } from '@pitanga/core';
import type Stripe from 'stripe';
import type { StripeClient } from './stripe-client';
import { chargeIdIn, refundIdIn } from './stripe-metadata';

/** A movement of the balance at Stripe; amounts in centavos, positive to the balance. */
export interface StripeEntry {
  /** txn_… */
  readonly id: string;
  /** Stripe's word. */
  readonly type: string;
  /** Stripe's id of what moved it. */
  readonly source: string | undefined;
  /** Our id of a charge or refund of this store. */
  readonly reference: string | undefined;
  readonly amountCents: Cents;
  readonly feeCents: Cents;
  readonly netCents: Cents;
  readonly occurredAt: Date;
}

/** One page of the movements since an instant, newest first. */
export async function listStripeEntries(
  client: StripeClient,
  { since, after }: { readonly since: Date; readonly after: string | undefined },
): Promise<{ readonly entries: readonly StripeEntry[]; readonly hasMore: boolean }> {
  const params = {
    created: { gte: Math.floor(since.getTime() / 1_000) },
    currency: 'brl',
    limit: 100,
    expand: ['data.source'],
    ...(after !== undefined && { starting_after: after }),
  };
  const { data, has_more: hasMore } = await client.request({
    operation: 'list_entries',
    run: (stripe, options) => stripe.balanceTransactions.list(params, options),
  });
  return { entries: data.map((entry) => toEntry(client.storeId, entry)), hasMore };
}

/** What the account has at Stripe now, available and pending. */
export async function readStripeBalance(client: StripeClient): Promise<Cents> {
  const { available, pending } = await client.request({
    operation: 'read_balance',
    run: (stripe, options) => stripe.balance.retrieve({}, options),
  });
  const brl = [...available, ...pending].filter(({ currency }) => currency === 'brl');
  return sumCents(...brl.map(({ amount }) => cents(amount)));
}

function toEntry(storeId: string, entry: Stripe.BalanceTransaction): StripeEntry {
  const { id, type, source, amount, fee, net, created } = entry;
  const moved = typeof source === 'string' ? undefined : (source ?? undefined);
  return {
    id,
    type,
    source: typeof source === 'string' ? source : source?.id,
    reference: moved && findReference(storeId, moved),
    amountCents: cents(amount),
    feeCents: cents(fee),
    netCents: cents(net),
    occurredAt: new Date(created * 1_000),
  };
}

function findReference(
  storeId: string,
  source: NonNullable<Exclude<Stripe.BalanceTransaction['source'], string>>,
): string | undefined {
  if (source.object === 'charge') return chargeIdIn(storeId, source.metadata);
  return source.object === 'refund' ? refundIdIn(storeId, source.metadata) : undefined;
}
