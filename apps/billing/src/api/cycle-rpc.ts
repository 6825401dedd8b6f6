import { setTimeout as delay } from 'node:timers/promises';
import {
  tenantFromWire,
  type ChargeCycleRequest,
  type ChargeCycleResponse,
  type ChargeCyclesResponse,
  type CycleResult,
} from '@pitanga/contracts';
import { AppError, cents, invalidArgument, isAppError, isCalendarDay, type Tenant } from '@pitanga/core';
import { databaseFailure } from '@pitanga/database';
import { attemptInFlight } from '../agreements/agreement-errors';
import { chargeCycles } from '../renewing/charge-cycle';
import type { CycleCharge, CycleOutcome } from '../renewing/cycle-charge';
import { toCustomerSnapshot } from '../customers/customer';
import type { Deps, Tools } from '../deps';
import { chargeFact } from '../messages/charge-wire';
import { checkoutToWire } from '../messages/checkout-wire';

const cyclesMax = 200;
/** How long one attempt keeps the answers of the others; a provider that takes longer is asked about again. */
const answerWithinMs = 5_000;

/** Collects many attempts of any stores, and answers each by itself, in the order of the requests. */
export async function chargeMany(
  deps: Deps,
  requests: readonly ChargeCycleRequest[],
  withinMs = answerWithinMs,
): Promise<ChargeCyclesResponse> {
  if (requests.length > cyclesMax) throw invalidArgument(`Property 'cycles' should have at most ${String(cyclesMax)}`);
  if (new Set(requests.map(({ subscriptionId }) => subscriptionId)).size < requests.length) {
    throw invalidArgument("Property 'cycles' should not have two attempts of one subscription");
  }
  const cycles = requests.map((request) => ({ tenant: tenantFromWire(request.tenant), ...cycleFromWire(request) }));
  const outcomes = await chargeCycles(deps, cycles);
  const answered = new AbortController();
  const late = delay(withinMs, undefined, { signal: answered.signal }).then(() => {
    throw attemptInFlight();
  });
  // Without an attempt nothing waits for it.
  late.catch(() => undefined);
  const results = outcomes.map((outcome, index) => {
    trackLateWork(deps, outcome);
    return toResult(deps, cycles[index]?.tenant, Promise.race([outcome, late]));
  });
  try {
    return { results: await Promise.all(results) };
  } finally {
    answered.abort();
  }
}

/** Keeps an attempt running after its call was answered without it, so that a stop waits for it. */
function trackLateWork({ lateWork }: Deps, outcome: Promise<unknown>): void {
  const done = (): void => {
    lateWork.delete(work);
  };
  const work: Promise<void> = outcome.then(done, done);
  lateWork.add(work);
}

async function toResult(deps: Tools, tenant: Tenant | undefined, outcome: Promise<CycleOutcome>): Promise<CycleResult> {
  try {
    const ended = await outcome;
    return { cycle: tenant && cycleToWire(deps, tenant, ended), error: undefined };
  } catch (error) {
    const shown = isAppError(error) ? error : databaseFailure(error);
    if (!shown) deps.log.error({ err: error }, 'an attempt to collect a cycle failed');
    const { kind, reason, message } = shown ?? new AppError({ kind: 'INTERNAL', reason: 'INTERNAL', message: '' });
    return { cycle: undefined, error: { kind, reason, message } };
  }
}

export function cycleFromWire(request: ChargeCycleRequest): CycleCharge {
  const { subscriptionId, cycleNumber, attemptId, productId, quantity } = request;
  return {
    subscriptionId,
    cycleNumber,
    attemptId,
    amountCents: cents(request.amountCents),
    carriedCents: cents(request.carriedCents),
    canCarry: request.canCarry,
    productId,
    quantity,
    unitPriceCents: cents(request.unitPriceCents),
    discountCents: cents(request.discountCents),
    coupons: request.coupons?.codes,
    collectOn: checkedDay(request.collectOn),
    usage: request.usage.map(({ productId, units, amountCents }) => ({
      productId,
      units,
      amountCents: cents(amountCents),
    })),
  };
}

function checkedDay(day: string | undefined): string | undefined {
  if (day !== undefined && !isCalendarDay(day)) throw invalidArgument("Property 'collectOn' should be a date");
  return day;
}

/** The charge as events carry it: without token and picture. */
export function cycleToWire(
  deps: Tools,
  tenant: Tenant,
  { checkout, charge, customer, askAgainAt }: CycleOutcome,
): ChargeCycleResponse {
  return {
    checkout: checkoutToWire(checkout, deps.publicUrl, deps.clock.now(tenant)),
    charge: charge && chargeFact(charge, deps),
    customer: customer && toCustomerSnapshot(customer),
    askAgainAt,
  };
}
