import type { CollectableRange, Tenant } from '@pitanga/core';
import { appendEvents } from '@pitanga/database';
import type { CallContext } from '@pitanga/rpc';
import { storeNow, type Deps, type TxDeps } from '../deps';
import { findCollectableRange } from '../cycles/find-collectable-range';
import { findLastPayment } from '../payments/payment-repository';
import { findProduct, type PricedProduct } from '../products/find-product';
import { productWithoutCycle } from '../products/product-errors';
import { endsBeforeCharge, firstDueAfter } from '../plan-changes/due-plans';
import type { Cycle } from '../calendar/schedule';
import { checkNextAmounts } from './check-next-amounts';
import { hasRunOut, isRunning } from '../subscriptions/subscription';
import { subscriptionEnding, subscriptionEndsFirst, subscriptionNotActive } from '../subscriptions/subscription-errors';
import { planChangedEvent } from './subscription-events';
import { findSubscription } from '../subscriptions/subscription-queries';
import { lockSubscription } from '../subscriptions/subscription-repository';
import { planAmount, type PlanChange } from '../plan-changes/plan-change';
import { quantityOutOfRange } from '../plan-changes/plan-change-errors';
import { findPlanned } from '../plan-changes/plan-change-repository';
import { cancelPendingChange, insertPlanChange, settlePendingChange } from '../plan-changes/plan-change-repository';

export interface PlanInput {
  readonly subscriptionId: string;
  /** Product id or external id. */
  readonly product: string;
  /** 1 to 10,000; absent: as it is. */
  readonly quantity: number | undefined;
}

/** A product that can be subscribed to. */
export interface CycleProduct extends PricedProduct {
  readonly cycle: Cycle;
}

/** A plan's product, and what its subscription can collect. */
export interface FoundPlan {
  readonly product: CycleProduct;
  readonly range: CollectableRange;
}

/**
 * Asks billing for the plan's product and what can be collected, before any lock is taken.
 *
 * @throws AppError NOT_FOUND for a subscription that is not active or an unknown product, FAILED_PRECONDITION
 * `PRODUCT_WITHOUT_CYCLE`, INVALID_ARGUMENT for the quantity
 */
export async function findPlanProduct(
  deps: Deps,
  tenant: Tenant,
  { subscriptionId, product, quantity }: PlanInput,
  context: CallContext,
): Promise<FoundPlan> {
  if (quantity !== undefined && (quantity < 1 || quantity > 10_000)) throw quantityOutOfRange();
  const subscription = await findSubscription(deps.db, tenant, subscriptionId);
  if (!subscription || !isRunning(subscription)) throw subscriptionNotActive();
  const { id, priceCents, cycle } = await findProduct(deps, tenant, product, context);
  if (!cycle) throw productWithoutCycle();
  const range = await findCollectableRange(deps, tenant, subscriptionId, context);
  return { product: { id, priceCents, cycle }, range };
}

/**
 * Changes the plan of a subscription from the first cycle that falls due after now; a change that waits for the same
 * cycle is replaced. Its price is today's; its trial days do not count.
 *
 * @throws AppError NOT_FOUND unless it is active, INVALID_ARGUMENT for an amount no charge can have, FAILED_PRECONDITION
 * once its end has come, or where that comes before the change
 */
export async function changePlan(
  tx: TxDeps,
  tenant: Tenant,
  input: PlanInput,
  { product: { id: productId, priceCents: unitPriceCents, cycle }, range }: FoundPlan,
): Promise<PlanChange> {
  const { db, clock, ids } = tx;
  const locked = await lockSubscription(db, tenant, input.subscriptionId);
  if (!locked || !isRunning(locked.subscription)) throw subscriptionNotActive();
  const at = storeNow(tx, locked.offsetMs);
  if (hasRunOut(locked.subscription, at)) throw subscriptionEnding();
  const planned = await findPlanned(db, tenant, locked.subscription);
  const next = firstDueAfter(planned, at);
  if (endsBeforeCharge(next)) throw subscriptionEndsFirst();
  const { subscription, plans: replaced } = next;
  const change: PlanChange = {
    id: ids.next('planChange', at),
    subscriptionId: subscription.id,
    status: 'PENDING',
    productId,
    quantity: input.quantity ?? subscription.quantity,
    unitPriceCents,
    cycle,
    requestedAt: at,
    updatedAt: at,
  };
  planAmount(change);
  await checkNextAmounts(db, tenant, subscription, [change], subscription.agreedCoupons, range);
  if (replaced.length > 0) await cancelPendingChange(db, tenant, subscription.id, at);
  else if (planned.plans.length > 0) await settlePendingChange(db, tenant, subscription.id, at);
  await insertPlanChange(db, tenant, change);
  const customer = (await findLastPayment(db, tenant, subscription.id))?.customer;
  await appendEvents(db, [planChangedEvent(tx, tenant, locked.subscription, change, customer)], clock.real());
  return change;
}
