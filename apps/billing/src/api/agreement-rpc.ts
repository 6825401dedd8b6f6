import {
  ReplaceCardResponse,
  SimulateAuthorizationCancelledResponse,
  tenantFromWire,
  toWire,
  type AgreementServiceDefinition,
  type ChargeCycleRequest,
  type ChargeCycleResponse,
} from '@pitanga/contracts';
import { cents, type Tenant } from '@pitanga/core';
import { idempotently, type Db } from '@pitanga/database';
import type { RpcHandlers } from '@pitanga/rpc';
import { endAgreement, replaceCard, simulateAuthorizationCancelled } from '../collecting/change-agreement';
import { chargeCycle, type CycleCharge, type CycleOutcome } from '../collecting/charge-cycle';
import { previewCoupon, redeemCoupon } from '../collecting/redeem-coupon';
import { voidAttempt } from '../collecting/void-attempt';
import { snapshotOf } from '../customers/customer';
import type { Deps } from '../deps';
import { chargeFact } from '../messages/charge-wire';
import { checkoutToWire } from '../messages/checkout-wire';
import { couponToWire } from '../messages/coupon-wire';

/** Attempts need no idempotency key: their id is one. */
export function agreementHandlers(deps: Deps): RpcHandlers<AgreementServiceDefinition> {
  return {
    chargeCycle: async (request) => {
      const tenant = tenantFromWire(request.tenant);
      return cycleToWire(deps, tenant, await chargeCycle(deps, tenant, inputFromWire(request)));
    },

    voidCycleAttempt: async ({ tenant: owner, subscriptionId, attemptId }) => {
      const tenant = tenantFromWire(owner);
      const voided = await voidAttempt(deps, tenant, { subscriptionId, attemptId });
      return {
        outcome: toWire('ATTEMPT_OUTCOME', voided.outcome),
        cycle: voided.outcome === 'VOIDED' ? undefined : cycleToWire(deps, tenant, voided.cycle),
      };
    },

    replaceCard: async ({ tenant: owner, subscriptionId, token }, call) => {
      const tenant = tenantFromWire(owner);
      const codec = ReplaceCardResponse;
      // A ctok_ is used up by the first call: its repeat is answered, not judged.
      const work = async (db: Db) => {
        const { brand, lastFour } = await replaceCard({ ...deps, db }, tenant, { subscriptionId, token });
        return { brand, lastFour };
      };
      const { response, replayed } = await idempotently(
        deps.db,
        tenant,
        call.idempotency,
        codec,
        deps.clock.real(),
        work,
      );
      if (replayed) call.markReplayed();
      return response;
    },

    redeemCoupon: async ({ tenant: owner, preview, ...use }) => {
      const tenant = tenantFromWire(owner);
      const coupon = await (preview ? previewCoupon : redeemCoupon)(deps, tenant, use);
      return { coupon: couponToWire(coupon) };
    },

    endAgreement: async ({ tenant, subscriptionId }) => {
      await endAgreement(deps, tenantFromWire(tenant), subscriptionId);
      return {};
    },

    simulateAuthorizationCancelled: async ({ tenant: owner, subscriptionId }, call) => {
      const tenant = tenantFromWire(owner);
      const work = async (db: Db) => {
        await simulateAuthorizationCancelled({ ...deps, db }, tenant, subscriptionId);
        return {};
      };
      const codec = SimulateAuthorizationCancelledResponse;
      const { response, replayed } = await idempotently(
        deps.db,
        tenant,
        call.idempotency,
        codec,
        deps.clock.real(),
        work,
      );
      if (replayed) call.markReplayed();
      return response;
    },
  };
}

function inputFromWire(request: ChargeCycleRequest): CycleCharge {
  const { subscriptionId, cycleNumber, attemptId, productId, quantity } = request;
  return {
    subscriptionId,
    cycleNumber,
    attemptId,
    amountCents: cents(request.amountCents),
    productId,
    quantity,
    unitPriceCents: cents(request.unitPriceCents),
    discountCents: cents(request.discountCents),
    coupons: request.coupons?.codes,
    usage: request.usage.map(({ productId, units, amountCents }) => ({
      productId,
      units,
      amountCents: cents(amountCents),
    })),
  };
}

/** As facts show it: no token, no picture. */
function cycleToWire(deps: Deps, tenant: Tenant, { checkout, charge, customer }: CycleOutcome): ChargeCycleResponse {
  return {
    checkout: checkoutToWire(checkout, deps.publicUrl, deps.clock.now(tenant)),
    charge: charge && chargeFact(charge, deps.publicUrl),
    customer: customer && snapshotOf(customer),
  };
}
