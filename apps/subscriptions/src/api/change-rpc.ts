import {
  ApplyCouponResponse,
  CancelPlanChangeResponse,
  ChangePlanResponse,
  fromWire,
  RecordUsageResponse,
  RemoveCouponResponse,
  type SubscriptionServiceDefinition,
} from '@pitanga/contracts';
import { writeOnce, writeOncePrepared } from '@pitanga/database';
import type { RpcHandlers } from '@pitanga/rpc';
import type { Deps } from '../deps';
import { planChangeToWire } from '../plan-changes/plan-change-wire';
import { cancelPlanChange } from '../subscribing/cancel-plan-change';
import { applyCoupon, findRangeToChange, redeemCoupon, removeCoupon } from '../subscribing/change-coupons';
import { changePlan, findPlanProduct } from '../subscribing/change-plan';
import { findUsageProduct, recordUsage } from '../subscribing/record-usage';
import { subscriptionToWire } from '../subscriptions/subscription-wire';
import { usageActions } from '../usage/usage-record';
import { usageToWire } from '../usage/usage-wire';
import { callContext } from './call';

type Handlers = RpcHandlers<SubscriptionServiceDefinition>;
type CouponHandlers = Pick<Handlers, 'applyCoupon' | 'removeCoupon'>;
type PlanHandlers = Pick<Handlers, 'changePlan' | 'cancelPlanChange' | 'recordUsage'>;

/** Changes of what the next cycles cost. */
export function changeHandlers(deps: Deps): CouponHandlers & PlanHandlers {
  return { ...couponHandlers(deps), ...planHandlers(deps) };
}

function couponHandlers(deps: Deps): CouponHandlers {
  return {
    applyCoupon: ({ id: subscriptionId, coupon }, call) => {
      const { tenant } = call;
      const input = { subscriptionId, coupon };
      return writeOncePrepared(deps, call, ApplyCouponResponse, {
        prepare: () => redeemCoupon(deps, tenant, input, callContext(call)),
        work: async (tx, redeemed) => {
          const subscription = await applyCoupon(tx, tenant, input, redeemed);
          return { subscription: subscriptionToWire(tenant, subscription) };
        },
      });
    },

    removeCoupon: ({ id: subscriptionId, coupon }, call) => {
      const { tenant } = call;
      return writeOncePrepared(deps, call, RemoveCouponResponse, {
        prepare: () => findRangeToChange(deps, tenant, subscriptionId, callContext(call)),
        work: async (tx, range) => {
          const subscription = await removeCoupon(tx, tenant, { subscriptionId, coupon }, range);
          return { subscription: subscriptionToWire(tenant, subscription) };
        },
      });
    },
  };
}

function planHandlers(deps: Deps): PlanHandlers {
  return {
    changePlan: ({ id: subscriptionId, product, quantity }, call) => {
      const { tenant } = call;
      const input = { subscriptionId, product, quantity };
      return writeOncePrepared(deps, call, ChangePlanResponse, {
        prepare: () => findPlanProduct(deps, tenant, input, callContext(call)),
        work: async (tx, found) => {
          const change = await changePlan(tx, tenant, input, found);
          return { change: planChangeToWire(tenant, change) };
        },
      });
    },

    cancelPlanChange: ({ id }, call) => {
      const { tenant } = call;
      return writeOnce(deps, call, CancelPlanChangeResponse, async (tx) => {
        const change = await cancelPlanChange(tx, tenant, id);
        return { change: planChangeToWire(tenant, change) };
      });
    },

    recordUsage: ({ id: subscriptionId, product, units, action }, call) => {
      const { tenant } = call;
      const input = { subscriptionId, product, units, action: fromWire('USAGE_ACTION', usageActions, action) };
      return writeOncePrepared(deps, call, RecordUsageResponse, {
        prepare: () => findUsageProduct(deps, tenant, input, callContext(call)),
        work: async (tx, found) => {
          const usage = await recordUsage(tx, tenant, input, found);
          return { usage: usageToWire(tenant, usage) };
        },
      });
    },
  };
}
