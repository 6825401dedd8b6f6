import {
  ApplyCouponResponse,
  RemoveCouponResponse,
  tenantFromWire,
  type SubscriptionServiceDefinition,
} from '@pitanga/contracts';
import { idempotently, idempotentlyPrepared, inTransaction } from '@pitanga/database';
import type { RpcHandlers } from '@pitanga/rpc';
import type { Deps } from '../deps';
import { subscriptionToWire } from '../subscriptions/subscription-wire';
import { applyCoupon, redeemCoupon, removeCoupon } from '../subscribing/change-coupons';

type Handlers = Pick<RpcHandlers<SubscriptionServiceDefinition>, 'applyCoupon' | 'removeCoupon'>;

export function couponHandlers(deps: Deps): Handlers {
  const { db, clock } = deps;
  return {
    applyCoupon: async ({ tenant: owner, id: subscriptionId, coupon }, call) => {
      const tenant = tenantFromWire(owner);
      const { requestId, deadline } = call;
      const input = { subscriptionId, coupon };
      const codec = ApplyCouponResponse;
      const { response, replayed } = await idempotentlyPrepared(db, tenant, call.idempotency, codec, clock.real(), {
        prepare: () => redeemCoupon(deps, tenant, input, { requestId, deadline }),
        work: (tx, redeemed) =>
          inTransaction(tx, async (joined) => {
            const subscription = await applyCoupon({ ...deps, db: joined }, tenant, input, redeemed);
            return { subscription: subscriptionToWire(tenant, subscription) };
          }),
      });
      if (replayed) call.markReplayed();
      return response;
    },

    removeCoupon: async ({ tenant: owner, id: subscriptionId, coupon }, call) => {
      const tenant = tenantFromWire(owner);
      const work = (tx: Deps['db']) =>
        inTransaction(tx, async (joined) => {
          const subscription = await removeCoupon({ ...deps, db: joined }, tenant, { subscriptionId, coupon });
          return { subscription: subscriptionToWire(tenant, subscription) };
        });
      const codec = RemoveCouponResponse;
      const { response, replayed } = await idempotently(db, tenant, call.idempotency, codec, clock.real(), work);
      if (replayed) call.markReplayed();
      return response;
    },
  };
}
