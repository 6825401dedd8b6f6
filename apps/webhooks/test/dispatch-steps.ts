import { everyTenant } from '@pitanga/core';
import { testIds } from '@pitanga/testing';
import type { AttemptResult } from '../src/deliveries/attempt';
import type { ClaimedDelivery } from '../src/deliveries/delivery';
import { dispatchLimits } from '../src/delivering/dispatch-limits';
import { recordResults, type Recorded } from '../src/delivering/record-results';
import { sendAttempt } from '../src/delivering/send-attempt';
import { sendMail } from '../src/delivering/send-mail';
import { claimDueDeliveries, type Claim, type ClaimRequest } from '../src/queue/claim-repository';
import { promoteDueAndExpired, type Promotion } from '../src/queue/lease-repository';
import type { Harness } from './harness';

/** What the dispatcher does, one step at a time. */
export interface DispatchSteps {
  /** Makes due retries and expired leases ready, by a clock `aheadMs` ahead of the harness's. */
  promote(aheadMs?: number): Promise<Promotion>;
  claim(request?: Partial<ClaimRequest>): Promise<readonly ClaimedDelivery[]>;
  claimAfter(webhookId: string, request?: Partial<ClaimRequest>): Promise<Claim>;
  send(delivery: ClaimedDelivery | undefined, signal?: AbortSignal): Promise<AttemptResult>;
  record(...results: AttemptResult[]): Promise<Recorded>;
  /** Lets so much of the database's time pass for every lease. */
  ageLeases(ms: number): Promise<void>;
}

const settings = { timeoutMs: 60_000, signatureKey: undefined, userAgent: 'test' };
const unlimited = { free: 1_000, throttledFree: 1_000, retryFree: 1_000, inFlight: [] };

export function dispatchSteps({ deps, database }: Harness): DispatchSteps {
  const claimAfter = (afterWebhookId: string, request: Partial<ClaimRequest> = {}): Promise<Claim> =>
    claimDueDeliveries(deps.db, everyTenant, {
      ...unlimited,
      afterWebhookId,
      limits: { ...dispatchLimits, perWebhookFirst: 1_000 },
      now: deps.clock.real(),
      leaseToken: testIds.token(16),
      ...request,
    });
  return {
    promote: (aheadMs = 0) =>
      promoteDueAndExpired(deps.db, everyTenant, new Date(deps.clock.real().getTime() + aheadMs), 100),
    claim: async (request) => (await claimAfter('', request)).deliveries,
    claimAfter,
    send: async (delivery, signal = new AbortController().signal) => {
      if (!delivery) throw new TypeError('nothing was claimed');
      if (delivery.mail) return await sendMail(deps, delivery, delivery.mail, signal);
      return await sendAttempt(deps, settings, delivery, signal);
    },
    record: (...results) => recordResults({ ...deps, all: everyTenant }, dispatchLimits, results),
    ageLeases: async (ms) => {
      await database.db.raw(
        `update delivery_queue set lease_until = lease_until - :ms * interval '1 millisecond' where state = 'LEASED'`,
        { ms },
      );
    },
  };
}
