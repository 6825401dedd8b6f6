import { invalidArgument } from '@pitanga/core';
import { mrrRecord, NamedObject, revenueRecord, Timestamp, type MrrRecord, type RevenueRecord } from '@pitanga/records';
import type { FastifyRequest } from 'fastify';
import { Type, type Static } from 'typebox';
import type { Deps } from '../../deps';
import { callContext, principal } from '../edge/request';
import { checkDays } from '../fields/date-limits';
import { Day } from '../fields/fields';

/** The public figures of a store, the same in v1 and v2. */

export const MerchantInfo = NamedObject('MerchantInfo', {
  id: Type.String(),
  name: Type.String(),
  website: Type.String(),
  createdAt: Timestamp,
});

export const RevenueQuery = Type.Object({
  startDate: { ...Day, description: 'First day, inclusive, in America/Sao_Paulo.' },
  endDate: { ...Day, description: 'Last day, inclusive; later than startDate.' },
});

/** `preValidation` hook: one sentence for a missing date. */
export function requireDates(request: FastifyRequest, _reply: unknown, done: (error?: Error) => void): void {
  const { startDate, endDate } = request.query as Partial<Static<typeof RevenueQuery>>;
  const isWhole = startDate !== undefined && endDate !== undefined;
  done(isWhole ? undefined : invalidArgument('Start date and end date are required'));
}

export function merchantInfo(request: FastifyRequest): Static<typeof MerchantInfo> {
  const { tenant, storeName, storeWebsite, storeCreatedAt } = principal(request);
  return { id: tenant.storeId, name: storeName, website: storeWebsite, createdAt: storeCreatedAt.toISOString() };
}

export async function mrr({ clients }: Deps, request: FastifyRequest): Promise<MrrRecord> {
  const { tenant } = principal(request);
  return mrrRecord(await clients.subscriptions.getRecurringRevenue({ tenant }, callContext(request)));
}

/** @throws AppError INVALID_ARGUMENT for the rules of docs/behaviour/statement.md#revenue-dates. */
export async function revenue(
  { clients, clock, revenueCache }: Deps,
  request: FastifyRequest,
  range: Static<typeof RevenueQuery>,
): Promise<RevenueRecord> {
  const { tenant } = principal(request);
  checkDays(range, clock.now(tenant));
  const { startDate: fromDay, endDate: toDay } = range;
  if (fromDay >= toDay) throw invalidArgument("Property 'endDate' should be later than 'startDate'");
  return revenueCache.through(tenant, range, async () =>
    revenueRecord(await clients.ledger.getRevenue({ tenant, fromDay, toDay }, callContext(request))),
  );
}
