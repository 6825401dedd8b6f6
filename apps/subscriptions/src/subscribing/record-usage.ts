import { cents, subtractCents, sumCents, toInstallmentNumber, zeroCents, type Cents, type Tenant } from '@pitanga/core';
import { appendEvents } from '@pitanga/database';
import type { CallContext } from '@pitanga/rpc';
import { storeNow, type Deps, type TxDeps } from '../deps';
import { firstDueAfter, withDuePlans } from '../plan-changes/due-plans';
import { findPlanned } from '../plan-changes/plan-change-repository';
import { findProduct, type PricedProduct } from '../products/find-product';
import { productWithCycle } from '../products/product-errors';
import { amountMax, hasRunOut, isRunning, recurringCents } from '../subscriptions/subscription';
import { subscriptionEnding, subscriptionNotActive } from '../subscriptions/subscription-errors';
import { findSubscription } from '../subscriptions/subscription-queries';
import { lockSubscription } from '../subscriptions/subscription-repository';
import { unitsOutOfRange, usageBelowZero, usageTooLarge } from '../usage/usage-errors';
import { unitsMax, type UsageAction, type UsageRecord } from '../usage/usage-record';
import {
  findTakenBack,
  findUsageTotals,
  insertUsageRecord,
  saveUsageTotal,
  sumUsage,
  type UsageTotal,
} from '../usage/usage-repository';
import { usageToWire } from '../usage/usage-wire';

export interface UsageInput {
  readonly subscriptionId: string;
  /** Product id or external id. */
  readonly product: string;
  /** 1 to 9,999,999,999. */
  readonly units: number;
  readonly action: UsageAction;
}

/**
 * Gets the product that was used from billing, before any lock is taken. Units of a deleted one can be taken back.
 *
 * @throws AppError NOT_FOUND for a subscription that is not active or an unknown product, FAILED_PRECONDITION
 * `PRODUCT_WITH_CYCLE`, INVALID_ARGUMENT for the units
 */
export async function findUsageProduct(
  deps: Deps,
  tenant: Tenant,
  { subscriptionId, product, units, action }: UsageInput,
  context: CallContext,
): Promise<PricedProduct> {
  if (units < 1 || units > unitsMax) throw unitsOutOfRange();
  const subscription = await findSubscription(deps.db, tenant, subscriptionId);
  if (!subscription || !isRunning(subscription)) throw subscriptionNotActive();
  const found = await findProduct(deps, tenant, product, context, action === 'SUBTRACT');
  if (found.cycle) throw productWithCycle();
  return found;
}

/**
 * Adds units to the charge of the first cycle that falls due after now, at today's price, or subtracts them at the price at
 * which they were added.
 *
 * @throws AppError NOT_FOUND unless the subscription is active, FAILED_PRECONDITION `USAGE_BELOW_ZERO`,
 * `USAGE_TOO_LARGE` or once its end has come
 */
export async function recordUsage(
  tx: TxDeps,
  tenant: Tenant,
  { subscriptionId, units, action }: UsageInput,
  { id: productId, priceCents: unitPriceCents }: PricedProduct,
): Promise<UsageRecord> {
  const { db, clock, ids } = tx;
  const locked = await lockSubscription(db, tenant, subscriptionId);
  if (!locked || !isRunning(locked.subscription)) throw subscriptionNotActive();
  const recordedAt = storeNow(tx, locked.offsetMs);
  if (hasRunOut(locked.subscription, recordedAt)) throw subscriptionEnding();
  const next = firstDueAfter(await findPlanned(db, tenant, locked.subscription), recordedAt);
  const { cycleNumber } = next.subscription;
  const totals = await findUsageTotals(db, tenant, subscriptionId, cycleNumber);
  const before = totals.get(productId) ?? { units: 0, amountCents: zeroCents };
  const key = { subscriptionId, cycleNumber, productId };
  const price =
    action === 'ADD' ? priceAdded(units, unitPriceCents) : await priceTakenBack(tx, tenant, key, units, before);
  const record: UsageRecord = {
    id: ids.next('usageRecord', recordedAt),
    ...key,
    installmentNumber: toInstallmentNumber(locked.subscription.trialEndsAt, cycleNumber),
    units,
    ...price,
    action,
    recordedAt,
  };
  const total = totalAfter(before, record);
  const othersCents = sumUsage([...totals].flatMap(([other, used]) => (other === productId ? [] : [used])));
  // With the plan it has, or with the pending one, which may still be cancelled.
  const plans = [next.subscription, withDuePlans(next).subscription].map(recurringCents);
  const isTooLarge = plans.some((netCents) => sumCents(netCents, othersCents, total.amountCents) > amountMax);
  if (action === 'ADD' && isTooLarge) throw usageTooLarge();
  await insertUsageRecord(db, tenant, record);
  await saveUsageTotal(db, tenant, record, total);
  const usage = usageToWire(tenant, record);
  const head = { id: ids.next('event', recordedAt), key: subscriptionId, occurredAt: recordedAt };
  await appendEvents(db, [{ ...head, type: 'usage.recorded', data: { tenant, usage } }], clock.real());
  return record;
}

type Price = Pick<UsageRecord, 'unitPriceCents' | 'amountCents'>;

function priceAdded(units: number, unitPriceCents: Cents): Price {
  // Before the product, which may leave the range in which integers are exact.
  if (units > amountMax / unitPriceCents) throw usageTooLarge();
  return { unitPriceCents, amountCents: cents(units * unitPriceCents) };
}

async function priceTakenBack(
  { db }: TxDeps,
  tenant: Tenant,
  key: Pick<UsageRecord, 'subscriptionId' | 'productId'>,
  units: number,
  before: UsageTotal,
): Promise<Price> {
  if (units > before.units) throw usageBelowZero();
  const { amountCents, unitPriceCents = zeroCents } = await findTakenBack(db, tenant, key, units);
  // A version before took units back at the price of the day: nothing is left of all of them.
  const isAll = units === before.units || amountCents > before.amountCents;
  return { unitPriceCents, amountCents: isAll ? before.amountCents : amountCents };
}

function totalAfter(before: UsageTotal, { units, amountCents, action }: UsageRecord): UsageTotal {
  return action === 'ADD'
    ? { units: before.units + units, amountCents: sumCents(before.amountCents, amountCents) }
    : { units: before.units - units, amountCents: subtractCents(before.amountCents, amountCents) };
}
