import {
  CancelPlanChangeResponse,
  CancelSubscriptionResponse,
  ChangePlanResponse,
  fromWire,
  pageFromWire,
  pageToWire,
  PauseSubscriptionResponse,
  RecordUsageResponse,
  ResumeSubscriptionResponse,
  tenantFromWire,
  UpdateCardResponse,
  type SubscriptionServiceDefinition,
} from '@pitanga/contracts';
import { idempotently, idempotentlyPrepared, inTransaction, resumably } from '@pitanga/database';
import type { CallContext, RpcHandlers } from '@pitanga/rpc';
import { listCycles } from '../cycles/cycle-queries';
import { cycleToWire } from '../cycles/cycle-wire';
import { findUpcoming } from '../subscribing/upcoming';
import type { Deps } from '../deps';
import { cancelPlanChange } from '../subscribing/cancel-plan-change';
import { couponHandlers } from './coupon-rpc';
import { changePlan, findPlanProduct } from '../subscribing/change-plan';
import { findPendingChange } from '../plan-changes/plan-change-queries';
import { planChangeToWire } from '../plan-changes/plan-change-wire';
import { findRecurringRevenue } from '../revenue/revenue-queries';
import { findUsageProduct, recordUsage } from '../subscribing/record-usage';
import { usageActions } from '../usage/usage-record';
import { usageToWire } from '../usage/usage-wire';
import { beginCancel, finishCancel } from '../subscribing/cancel-subscription';
import { beginPause, finishPause } from '../subscribing/pause-subscription';
import { prepareResume, resumeSubscription } from '../subscribing/resume-subscription';
import { scheduleEnd } from '../subscribing/schedule-end';
import { subscriptionStatuses } from '../subscriptions/subscription';
import { subscriptionKeyMissing, subscriptionNotFound } from '../subscriptions/subscription-errors';
import {
  findNewestOfCheckouts,
  findNewestSubscription,
  findSubscription,
  listSubscriptions,
} from '../subscriptions/subscription-queries';
import { subscriptionToWire } from '../subscriptions/subscription-wire';
import { beginUpdateCard, finishUpdateCard } from '../subscribing/update-card';

/** A page of them. */
const checkoutIdsMax = 100;

type Handlers = RpcHandlers<SubscriptionServiceDefinition>;
type Call = Parameters<Handlers['cancelSubscription']>[1];

export function subscriptionHandlers(deps: Deps): Handlers {
  return {
    ...readHandlers(deps),
    ...cycleHandlers(deps),
    ...planHandlers(deps),
    ...couponHandlers(deps),
    ...chargeHandlers(deps),
    ...pauseHandlers(deps),
  };
}

function readHandlers(
  deps: Deps,
): Pick<Handlers, 'getSubscription' | 'listSubscriptions' | 'listNewestSubscriptions' | 'getRecurringRevenue'> {
  return {
    getSubscription: async ({ tenant: owner, id, externalId, customerId }) => {
      if (id === undefined && externalId === undefined && customerId === undefined) throw subscriptionKeyMissing();
      const tenant = tenantFromWire(owner);
      const subscription = await findNewestSubscription(deps.db, tenant, { id, externalId, customerId });
      if (!subscription) throw subscriptionNotFound();
      const change = await findPendingChange(deps.db, tenant, subscription, deps.clock.now(tenant));
      return {
        subscription: subscriptionToWire(tenant, subscription),
        pendingPlanChange: change && planChangeToWire(tenant, change),
      };
    },

    listSubscriptions: async ({ tenant: owner, page: pageRequest, checkoutId, customerId, status, externalId }) => {
      const tenant = tenantFromWire(owner);
      const page = await listSubscriptions(deps.db, tenant, pageFromWire(pageRequest), {
        checkoutId,
        customerId,
        status: status && fromWire('SUBSCRIPTION_STATUS', subscriptionStatuses, status),
        externalId,
      });
      return { subscriptions: page.items.map((item) => subscriptionToWire(tenant, item)), page: pageToWire(page) };
    },

    listNewestSubscriptions: async ({ tenant: owner, checkoutIds }) => {
      const tenant = tenantFromWire(owner);
      const newest = await findNewestOfCheckouts(deps.db, tenant, [...new Set(checkoutIds)].slice(0, checkoutIdsMax));
      return { subscriptions: newest.map((subscription) => subscriptionToWire(tenant, subscription)) };
    },

    getRecurringRevenue: async ({ tenant }) => findRecurringRevenue(deps.db, tenantFromWire(tenant)),
  };
}

function cycleHandlers(deps: Deps): Pick<Handlers, 'listCycles' | 'getUpcoming'> {
  return {
    listCycles: async ({ tenant: owner, id, page: pageRequest }) => {
      const tenant = tenantFromWire(owner);
      const subscription = await findSubscription(deps.db, tenant, id);
      if (!subscription) throw subscriptionNotFound();
      const page = await listCycles(deps.db, tenant, id, pageFromWire(pageRequest));
      return { cycles: page.items.map((cycle) => cycleToWire(subscription, cycle)), page: pageToWire(page) };
    },

    getUpcoming: async ({ tenant, id }) => findUpcoming(deps.db, tenantFromWire(tenant), id),
  };
}

function planHandlers(deps: Deps): Pick<Handlers, 'changePlan' | 'cancelPlanChange' | 'recordUsage'> {
  const { db, clock } = deps;
  return {
    changePlan: async ({ tenant: owner, id: subscriptionId, product, quantity }, call) => {
      const tenant = tenantFromWire(owner);
      const input = { subscriptionId, product, quantity };
      const steps = {
        prepare: () => findPlanProduct(deps, tenant, input, contextOf(call)),
        work: (tx: Deps['db'], found: Awaited<ReturnType<typeof findPlanProduct>>) =>
          inTransaction(tx, async (joined) => {
            const change = await changePlan({ ...deps, db: joined }, tenant, input, found);
            return { change: planChangeToWire(tenant, change) };
          }),
      };
      return answer(
        call,
        await idempotentlyPrepared(db, tenant, call.idempotency, ChangePlanResponse, clock.real(), steps),
      );
    },

    cancelPlanChange: async ({ tenant: owner, id }, call) => {
      const tenant = tenantFromWire(owner);
      const work = (tx: Deps['db']) =>
        inTransaction(tx, async (joined) => {
          const change = await cancelPlanChange({ ...deps, db: joined }, tenant, id);
          return { change: planChangeToWire(tenant, change) };
        });
      return answer(
        call,
        await idempotently(db, tenant, call.idempotency, CancelPlanChangeResponse, clock.real(), work),
      );
    },

    recordUsage: async ({ tenant: owner, id: subscriptionId, product, units, action }, call) => {
      const tenant = tenantFromWire(owner);
      const input = { subscriptionId, product, units, action: fromWire('USAGE_ACTION', usageActions, action) };
      const steps = {
        prepare: () => findUsageProduct(deps, tenant, input, contextOf(call)),
        work: (tx: Deps['db'], found: Awaited<ReturnType<typeof findUsageProduct>>) =>
          inTransaction(tx, async (joined) => {
            const usage = await recordUsage({ ...deps, db: joined }, tenant, input, found);
            return { usage: usageToWire(tenant, usage) };
          }),
      };
      return answer(
        call,
        await idempotentlyPrepared(db, tenant, call.idempotency, RecordUsageResponse, clock.real(), steps),
      );
    },
  };
}

function chargeHandlers(deps: Deps): Pick<Handlers, 'cancelSubscription' | 'updateCard'> {
  const { db, clock } = deps;
  return {
    cancelSubscription: async ({ tenant: owner, id, atPeriodEnd }, call) => {
      const tenant = tenantFromWire(owner);
      const write = {
        begin: (tx: Deps['db']) => (atPeriodEnd ? scheduleEnd : beginCancel)({ ...deps, db: tx }, tenant, id),
        finish: async (effectId: string) => {
          const subscription = await finishCancel(deps, tenant, effectId, contextOf(call));
          return { subscription: subscriptionToWire(tenant, subscription) };
        },
      };
      return answer(
        call,
        await resumably(db, tenant, call.idempotency, CancelSubscriptionResponse, clock.real(), write),
      );
    },

    updateCard: async ({ tenant: owner, id, cardToken }, call) => {
      const tenant = tenantFromWire(owner);
      // Under a key of its own where the caller has none: billing may then be asked again after a broken connection.
      const key = call.idempotency?.key ?? deps.ids.next('request', clock.real());
      const fingerprint = call.idempotency?.fingerprint ?? id;
      const context = { ...contextOf(call), idempotency: { key, operation: 'subscriptions.UpdateCard', fingerprint } };
      const write = {
        begin: (tx: Deps['db']) => beginUpdateCard({ ...deps, db: tx }, tenant, id),
        finish: async (effectId: string) => {
          const subscription = await finishUpdateCard(deps, tenant, effectId, cardToken, context);
          return { subscription: subscriptionToWire(tenant, subscription) };
        },
      };
      return answer(call, await resumably(db, tenant, call.idempotency, UpdateCardResponse, clock.real(), write));
    },
  };
}

function pauseHandlers(deps: Deps): Pick<Handlers, 'pauseSubscription' | 'resumeSubscription'> {
  const { db, clock } = deps;
  return {
    pauseSubscription: async ({ tenant: owner, id, resumesAt }, call) => {
      const tenant = tenantFromWire(owner);
      const write = {
        begin: (tx: Deps['db']) => beginPause({ ...deps, db: tx }, tenant, id, resumesAt),
        finish: async (effectId: string) => {
          const subscription = await finishPause(deps, tenant, effectId, contextOf(call));
          return { subscription: subscriptionToWire(tenant, subscription) };
        },
      };
      return answer(
        call,
        await resumably(db, tenant, call.idempotency, PauseSubscriptionResponse, clock.real(), write),
      );
    },

    resumeSubscription: async ({ tenant: owner, id }, call) => {
      const tenant = tenantFromWire(owner);
      const steps = {
        prepare: () => prepareResume(deps, tenant, id, contextOf(call)),
        work: (tx: Deps['db']) =>
          inTransaction(tx, async (joined) => {
            const subscription = await resumeSubscription({ ...deps, db: joined }, tenant, id);
            return { subscription: subscriptionToWire(tenant, subscription) };
          }),
      };
      return answer(
        call,
        await idempotentlyPrepared(db, tenant, call.idempotency, ResumeSubscriptionResponse, clock.real(), steps),
      );
    },
  };
}

/** The calls that this one makes end with it. */
function contextOf({ requestId, deadline }: Call): CallContext {
  return { requestId, deadline };
}

function answer<R>(call: Call, { response, replayed }: { readonly response: R; readonly replayed: boolean }): R {
  if (replayed) call.markReplayed();
  return response;
}
