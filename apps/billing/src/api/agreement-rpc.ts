import {
  ReplaceCardResponse,
  SimulateAuthorizationCancelledResponse,
  tenantFromWire,
  toWire,
  type AgreementServiceDefinition,
} from '@pitanga/contracts';
import { invalidArgument } from '@pitanga/core';
import { writeOnce, writeOncePrepared } from '@pitanga/database';
import type { RpcHandlers } from '@pitanga/rpc';
import { endAgreement, simulateAuthorizationCancelled } from '../subscribing/change-agreement';
import { chargeCycle } from '../renewing/charge-cycle';
import { findCardOnFile } from '../subscribing/find-card-on-file';
import { findCollectableRange, findCollectableRanges } from '../subscribing/find-collectable-range';
import { previewCoupon, redeemCoupon } from '../subscribing/redeem-coupon';
import { replaceCard, verifyNewCard } from '../subscribing/replace-card';
import { voidAttempt } from '../renewing/void-attempt';
import type { Deps } from '../deps';
import { couponToWire } from '../messages/coupon-wire';
import { chargeMany, cycleFromWire, cycleToWire } from './cycle-rpc';

const rangesMax = 500;

/** Attempts need no idempotency key: their id is one. */
export function agreementHandlers(deps: Deps): RpcHandlers<AgreementServiceDefinition> {
  return {
    chargeCycle: async (request, { tenant }) =>
      cycleToWire(deps, tenant, await chargeCycle(deps, tenant, cycleFromWire(request))),

    chargeCycles: ({ cycles }) => chargeMany(deps, cycles),

    voidCycleAttempt: async ({ subscriptionId, attemptId }, { tenant }) => {
      const voided = await voidAttempt(deps, tenant, { subscriptionId, attemptId });
      return {
        outcome: toWire('ATTEMPT_OUTCOME', voided.outcome),
        cycle: voided.outcome === 'VOIDED' ? undefined : cycleToWire(deps, tenant, voided.cycle),
      };
    },

    // A ctok_ token is used up by the first call, so that a repeat must get the stored response.
    replaceCard: async (request, call) => {
      const { subscriptionId, token, canConfirm = false, cycleNumber, attempts } = request;
      const input = { subscriptionId, token, canConfirm, cycleNumber, attempts };
      return writeOncePrepared(deps, call, ReplaceCardResponse, {
        prepare: () => verifyNewCard(deps, call.tenant, input),
        work: async (tx, asked) => {
          const { card, actionUrl } = await replaceCard(tx, call.tenant, input, asked);
          return { brand: card.brand, lastFour: card.lastFour, actionUrl };
        },
      });
    },

    redeemCoupon: async ({ preview, subscriptionId, code }, { tenant }) => {
      const use = { subscriptionId, code };
      const coupon = await (preview ? previewCoupon : redeemCoupon)(deps, tenant, use);
      return { coupon: couponToWire(coupon, deps.clock.now(tenant)) };
    },

    getCollectableRange: ({ subscriptionId }, { tenant }) => findCollectableRange(deps, tenant, subscriptionId),

    getCollectableRanges: async ({ subscriptions }) => {
      if (subscriptions.length > rangesMax) {
        throw invalidArgument(`Property 'subscriptions' should have at most ${String(rangesMax)}`);
      }
      const keys = subscriptions.map(({ tenant, subscriptionId: id }) => ({ tenant: tenantFromWire(tenant), id }));
      return { ranges: Object.fromEntries(await findCollectableRanges(deps, keys)) };
    },

    getAgreementCard: async ({ subscriptionId }, { tenant }) => ({
      card: await findCardOnFile(deps.db, tenant, subscriptionId),
    }),

    endAgreement: async ({ subscriptionId }, { tenant }) => {
      await endAgreement(deps, tenant, subscriptionId);
      return {};
    },

    simulateAuthorizationCancelled: async ({ subscriptionId }, call) =>
      writeOnce(deps, call, SimulateAuthorizationCancelledResponse, async (tx) => {
        await simulateAuthorizationCancelled(tx, call.tenant, subscriptionId);
        return {};
      }),
  };
}
