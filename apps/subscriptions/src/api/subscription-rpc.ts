import {
  fromWire,
  pageFromWire,
  pageToWire,
  CancelSubscriptionResponse,
  CollectSubscriptionResponse,
  PauseSubscriptionResponse,
  ResumeSubscriptionResponse,
  toWire,
  UpdateCardResponse,
  type AmountRange as WireAmountRange,
  type ResumeFrom as WireResumeFrom,
  type SubscriptionServiceDefinition,
} from '@pitanga/contracts';
import { cents } from '@pitanga/core';
import { resumeOnce, writeOncePrepared } from '@pitanga/database';
import type { RpcHandlers } from '@pitanga/rpc';
import { cycleToWire } from '../cycles/cycle-wire';
import { listCycles } from '../cycles/cycle-repository';
import type { Deps } from '../deps';
import { findPendingChange } from '../plan-changes/plan-change-repository';
import { planChangeToWire } from '../plan-changes/plan-change-wire';
import { findRecurringRevenue } from '../revenue/revenue-repository';
import { beginCancel, finishCancel } from '../subscribing/cancel-subscription';
import { beginPause, finishPause } from '../subscribing/pause-subscription';
import { prepareResume, resumeSubscription } from '../subscribing/resume-subscription';
import { scheduleEnd } from '../subscribing/schedule-end';
import { findUpcoming } from '../subscribing/upcoming';
import { beginCollect, finishCollect } from '../subscribing/collect-now';
import { beginUpdateCard, finishUpdateCard } from '../subscribing/update-card';
import { resumptions, type ResumeFrom } from '../subscriptions/resume-from';
import { recurringCents, subscriptionMethods, subscriptionStatuses } from '../subscriptions/subscription';
import { subscriptionKeyMissing, subscriptionNotFound } from '../subscriptions/subscription-errors';
import {
  findNewestOfCheckouts,
  findNewestSubscription,
  findSubscription,
  listSubscriptions,
  listSubscriptionsByAmount,
  type AmountRange,
} from '../subscriptions/subscription-queries';
import { subscriptionToWire } from '../subscriptions/subscription-wire';
import { callContext } from './call';
import { changeHandlers } from './change-rpc';

/** A page of them. */
const checkoutIdsMax = 100;
const customerIdsMax = 100;

type Handlers = RpcHandlers<SubscriptionServiceDefinition>;

export function subscriptionHandlers(deps: Deps): Handlers {
  return {
    ...readHandlers(deps),
    ...amountHandlers(deps),
    ...cycleHandlers(deps),
    ...changeHandlers(deps),
    ...chargeHandlers(deps),
    ...pauseHandlers(deps),
  };
}

function readHandlers({
  db,
  clock,
}: Deps): Pick<Handlers, 'getSubscription' | 'listSubscriptions' | 'listNewestSubscriptions' | 'getRecurringRevenue'> {
  return {
    getSubscription: async ({ id, externalId, customerId }, { tenant }) => {
      if (id === undefined && externalId === undefined && customerId === undefined) throw subscriptionKeyMissing();
      const subscription = await findNewestSubscription(db, tenant, { id, externalId, customerId });
      if (!subscription) throw subscriptionNotFound();
      const change = await findPendingChange(db, tenant, subscription, clock.now(tenant));
      return {
        subscription: subscriptionToWire(tenant, subscription),
        pendingPlanChange: change && planChangeToWire(tenant, change),
      };
    },

    listSubscriptions: async ({ page: pageRequest, status, ...filter }, { tenant }) => {
      const { id, checkoutId, customerId, customers, externalId, pastDue: isPastDue } = filter;
      const page = await listSubscriptions(db, tenant, pageFromWire(pageRequest), {
        id,
        checkoutId,
        customerId,
        customerIds: customers?.ids.slice(0, customerIdsMax),
        status: status && fromWire('SUBSCRIPTION_STATUS', subscriptionStatuses, status),
        externalId,
        isPastDue,
      });
      return { subscriptions: page.items.map((item) => subscriptionToWire(tenant, item)), page: pageToWire(page) };
    },

    listNewestSubscriptions: async ({ checkoutIds }, { tenant }) => {
      const newest = await findNewestOfCheckouts(db, tenant, [...new Set(checkoutIds)].slice(0, checkoutIdsMax));
      return { subscriptions: newest.map((subscription) => subscriptionToWire(tenant, subscription)) };
    },

    getRecurringRevenue: async (_request, { tenant }) => findRecurringRevenue(db, tenant),
  };
}

function amountHandlers({ db }: Deps): Pick<Handlers, 'listSubscriptionsByAmount'> {
  return {
    listSubscriptionsByAmount: async ({ ranges }, { tenant }) => {
      const found = await listSubscriptionsByAmount(db, tenant, ranges.map(rangeFromWire));
      const subscriptions = found.subscriptions.map((subscription) => ({
        id: subscription.id,
        method: toWire('PAYMENT_METHOD', subscription.method),
        amountCents: recurringCents(subscription),
      }));
      return { subscriptions, total: found.total };
    },
  };
}

function rangeFromWire({ method, fromCents, belowCents }: WireAmountRange): AmountRange {
  const known = fromWire('PAYMENT_METHOD', subscriptionMethods, method);
  return { method: known, from: cents(fromCents), below: cents(belowCents) };
}

function readResumption(from: WireResumeFrom | undefined): ResumeFrom | undefined {
  return from && fromWire('RESUME_FROM', resumptions, from);
}

function cycleHandlers(deps: Deps): Pick<Handlers, 'listCycles' | 'getUpcoming'> {
  const { db, clock } = deps;
  return {
    listCycles: async ({ id, page: pageRequest }, { tenant }) => {
      const subscription = await findSubscription(db, tenant, id);
      if (!subscription) throw subscriptionNotFound();
      const page = await listCycles(db, tenant, id, pageFromWire(pageRequest));
      return { cycles: page.items.map((cycle) => cycleToWire(subscription, cycle)), page: pageToWire(page) };
    },

    getUpcoming: ({ id, resumeFrom }, call) => {
      const { tenant } = call;
      const resumption = resumeFrom && {
        from: fromWire('RESUME_FROM', resumptions, resumeFrom),
        at: clock.now(tenant),
      };
      return findUpcoming(deps, tenant, { id, resumption }, callContext(call));
    },
  };
}

function chargeHandlers(deps: Deps): Pick<Handlers, 'cancelSubscription' | 'updateCard' | 'collectSubscription'> {
  return {
    cancelSubscription: ({ id, atPeriodEnd }, call) => {
      const { tenant } = call;
      return resumeOnce(deps, call, CancelSubscriptionResponse, {
        begin: (tx) => (atPeriodEnd ? scheduleEnd : beginCancel)(tx, tenant, id),
        finish: async (effectId) => {
          const subscription = await finishCancel(deps, tenant, effectId, callContext(call));
          return { subscription: subscriptionToWire(tenant, subscription) };
        },
      });
    },

    collectSubscription: ({ id }, call) => {
      const { tenant } = call;
      return resumeOnce(deps, call, CollectSubscriptionResponse, {
        begin: (tx) => beginCollect(tx, tenant, id),
        finish: async (effectId) => {
          const { subscription, declineCode } = await finishCollect(deps, tenant, effectId, callContext(call));
          return { subscription: subscriptionToWire(tenant, subscription), declineCode };
        },
      });
    },

    updateCard: ({ id, cardToken: token, canConfirm = false }, call) => {
      const { tenant } = call;
      // Under a key of its own where the caller has none: billing may then be called again after a broken connection.
      const key = call.idempotency?.key ?? deps.ids.next('request', deps.clock.real());
      const fingerprint = call.idempotency?.fingerprint ?? id;
      const idempotency = { key, operation: 'subscriptions.UpdateCard', fingerprint };
      return resumeOnce(deps, call, UpdateCardResponse, {
        begin: (tx) => beginUpdateCard(tx, tenant, id),
        finish: async (effectId) => {
          const context = { ...callContext(call), idempotency };
          const card = { token, canConfirm };
          const { subscription, ...updated } = await finishUpdateCard(deps, tenant, effectId, card, context);
          return { subscription: subscriptionToWire(tenant, subscription), ...updated };
        },
      });
    },
  };
}

function pauseHandlers(deps: Deps): Pick<Handlers, 'pauseSubscription' | 'resumeSubscription'> {
  return {
    pauseSubscription: ({ id, resumesAt, resumeFrom: from }, call) => {
      const { tenant } = call;
      const resumeFrom = readResumption(from);
      return resumeOnce(deps, call, PauseSubscriptionResponse, {
        begin: (tx) => beginPause(tx, tenant, id, { resumesAt, resumeFrom }),
        finish: async (effectId) => {
          const subscription = await finishPause(deps, tenant, effectId, callContext(call));
          return { subscription: subscriptionToWire(tenant, subscription) };
        },
      });
    },

    resumeSubscription: ({ id, resumeFrom }, call) => {
      const { tenant } = call;
      return writeOncePrepared(deps, call, ResumeSubscriptionResponse, {
        prepare: () => prepareResume(deps, tenant, id, callContext(call)),
        work: async (tx) => {
          const subscription = await resumeSubscription(tx, tenant, id, readResumption(resumeFrom));
          return { subscription: subscriptionToWire(tenant, subscription) };
        },
      });
    },
  };
}
