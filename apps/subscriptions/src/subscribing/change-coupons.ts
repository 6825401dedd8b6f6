import { required } from '@pitanga/contracts';
import { isAppError, unavailable, type CollectableRange, type ErrorKind, type Tenant } from '@pitanga/core';
import type { Db, Tx } from '@pitanga/database';
import type { CallContext } from '@pitanga/rpc';
import { duesUntil, firstDueAfter, type PlannedSubscription } from '../plan-changes/due-plans';
import { storeNow, type Deps, type TxDeps } from '../deps';
import { findPlanned } from '../plan-changes/plan-change-repository';
import { findCollectableRange } from '../cycles/find-collectable-range';
import { checkNextAmounts } from './check-next-amounts';
import { saveChange } from './save-change';
import { isEnding, isRunning, priced, type Subscription } from '../subscriptions/subscription';
import { subscriptionEnding, subscriptionNotActive } from '../subscriptions/subscription-errors';
import { findSubscription } from '../subscriptions/subscription-queries';
import { lockSubscription, saveCoupons, type LockedSubscription } from '../subscriptions/subscription-repository';
import {
  agreedCouponFromWire,
  couponsDueAt,
  isSameCoupon,
  liveCoupons,
  type AgreedCoupon,
} from '../coupons/agreed-coupon';
import { couponNotFound, tooManyCoupons } from '../coupons/coupon-errors';

export interface CouponInput {
  readonly subscriptionId: string;
  /** Its code, in any case. */
  readonly coupon: string;
}

const couponsMax = 50;

/** Refusals of a coupon that is deleted, inactive or used up. */
const keepsCoupon: ReadonlySet<ErrorKind> = new Set(['NOT_FOUND', 'FAILED_PRECONDITION']);

/** A coupon that billing has redeemed, and what its subscription can collect. */
export interface RedeemedCoupon {
  readonly coupon: AgreedCoupon;
  readonly range: CollectableRange;
}

/**
 * Redeems the coupon at billing, before any lock is taken. Billing counts it
 * once for each subscription: a repeat finishes what a crash before {@link applyCoupon} left. Undefined for one that the
 * subscription has.
 *
 * @throws AppError NOT_FOUND for an unknown coupon or unless the subscription is active, FAILED_PRECONDITION for a
 * coupon that is inactive or used up, INVALID_ARGUMENT for one coupon too many or an amount no charge can have
 */
export async function redeemCoupon(
  deps: Deps,
  tenant: Tenant,
  { subscriptionId, coupon }: CouponInput,
  context: CallContext,
): Promise<RedeemedCoupon | undefined> {
  const subscription = checkRunning(await findSubscription(deps.db, tenant, subscriptionId));
  const had = findLive(subscription, coupon);
  const redeem = async (preview: boolean): Promise<AgreedCoupon> => {
    const request = { tenant, subscriptionId, code: coupon, preview };
    return agreedCouponFromWire(required((await deps.agreements.redeemCoupon(request, context)).coupon, 'coupon'));
  };
  const known = await redeem(true).catch((error: unknown) => {
    // It keeps what it has, whatever became of the coupon.
    if (had && isAppError(error) && keepsCoupon.has(error.kind)) return undefined;
    throw error;
  });
  if (!known || (had && isSameCoupon(had, known))) return undefined;
  const range = await findCollectableRange(deps, tenant, subscriptionId, context);
  const next = firstDueAfter(await findPlanned(deps.db, tenant, subscription), deps.clock.now(tenant));
  const others = liveCoupons(subscription.agreedCoupons).filter((coupon) => coupon !== had);
  await checkCoupons(deps.db, tenant, next, [...others, known], range);
  return { coupon: await redeem(false), range };
}

/** Asks billing what the subscription can collect, before any lock is taken. NOT_FOUND unless it is active. */
export async function findRangeToChange(
  deps: Deps,
  tenant: Tenant,
  subscriptionId: string,
  context: CallContext,
): Promise<CollectableRange> {
  checkRunning(await findSubscription(deps.db, tenant, subscriptionId));
  return findCollectableRange(deps, tenant, subscriptionId, context);
}

/** Gives a redeemed coupon to the cycles that fall due from now on, in the place of one that had its code before. */
export async function applyCoupon(
  tx: TxDeps,
  tenant: Tenant,
  { subscriptionId, coupon }: CouponInput,
  redeemed: RedeemedCoupon | undefined,
): Promise<Subscription> {
  const locked = await lockRunning(tx.db, tenant, subscriptionId);
  const had = findLive(locked.subscription, coupon);
  if (had && (!redeemed || isSameCoupon(had, redeemed.coupon))) return locked.subscription;
  // It was removed since it was found here.
  if (!redeemed) throw unavailable('The coupon has just been removed from this subscription');
  const addedAt = storeNow(tx, locked.offsetMs).toISOString();
  const known = withoutCoupon(locked.subscription, had, addedAt);
  return changeCoupons(tx, tenant, locked, [...known, { ...redeemed.coupon, addedAt }], redeemed.range);
}

function withoutCoupon(
  { agreedCoupons }: Subscription,
  removed: AgreedCoupon | undefined,
  removedAt: string,
): readonly AgreedCoupon[] {
  return agreedCoupons.map((known) => (known === removed ? { ...known, removedAt } : known));
}

/**
 * Removes a coupon from the cycles that fall due from now on. Its redemption stays counted.
 *
 * @throws AppError NOT_FOUND unless the subscription is active and has it, INVALID_ARGUMENT for an amount no charge
 * can have
 */
export async function removeCoupon(
  tx: TxDeps,
  tenant: Tenant,
  { subscriptionId, coupon }: CouponInput,
  range: CollectableRange,
): Promise<Subscription> {
  const locked = await lockRunning(tx.db, tenant, subscriptionId);
  const removed = findLive(locked.subscription, coupon);
  if (!removed) throw couponNotFound();
  const removedAt = storeNow(tx, locked.offsetMs).toISOString();
  return changeCoupons(tx, tenant, locked, withoutCoupon(locked.subscription, removed, removedAt), range);
}

async function changeCoupons(
  tx: TxDeps,
  tenant: Tenant,
  locked: LockedSubscription,
  coupons: readonly AgreedCoupon[],
  range: CollectableRange,
): Promise<Subscription> {
  const { db } = tx;
  const { subscription } = locked;
  const at = storeNow(tx, locked.offsetMs);
  const planned = await findPlanned(db, tenant, subscription);
  await checkCoupons(db, tenant, firstDueAfter(planned, at), liveCoupons(coupons), range);
  const dues = duesUntil(planned, at);
  const isNeeded = (coupon: AgreedCoupon): boolean =>
    coupon.removedAt === undefined || dues.some((dueAt) => couponsDueAt([coupon], dueAt).length > 0);
  const agreedCoupons = coupons.filter(isNeeded);
  const after = { ...subscription, agreedCoupons, ...priced(subscription, agreedCoupons), updatedAt: at };
  await saveCoupons(db, [{ tenant, ...after }]);
  await saveChange(tx, tenant, locked, after);
  return after;
}

/** With the plan of the next cycle, and with the pending one, which may still be cancelled. */
async function checkCoupons(
  db: Db,
  tenant: Tenant,
  { subscription, plans }: PlannedSubscription,
  coupons: readonly AgreedCoupon[],
  range: CollectableRange,
): Promise<void> {
  if (coupons.length > couponsMax) throw tooManyCoupons(couponsMax);
  await checkNextAmounts(db, tenant, subscription, [subscription, ...plans], coupons, range);
}

async function lockRunning(db: Tx, tenant: Tenant, id: string): Promise<LockedSubscription> {
  const locked = await lockSubscription(db, tenant, id);
  checkRunning(locked?.subscription);
  if (!locked) throw subscriptionNotActive();
  return locked;
}

function checkRunning(subscription: Subscription | undefined): Subscription {
  if (!subscription || !isRunning(subscription)) throw subscriptionNotActive();
  if (isEnding(subscription)) throw subscriptionEnding();
  return subscription;
}

function findLive({ agreedCoupons }: Subscription, code: string): AgreedCoupon | undefined {
  const folded = code.toLowerCase();
  return liveCoupons(agreedCoupons).find((coupon) => coupon.code.toLowerCase() === folded);
}
