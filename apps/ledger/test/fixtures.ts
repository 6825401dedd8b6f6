import { cents, type Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import { silentLog, testClock, testIds } from '@pitanga/testing';
import type { Deps } from '../src/deps';
import { planCapture, type PaidCharge } from '../src/journals/capture';
import type { Journal } from '../src/journals/journal';
import { postJournals } from '../src/journals/posting-service';
import { invariants } from '../src/invariants/invariant-queries';

export { silentLog };

export const noon = new Date('2026-11-20T15:00:00.000Z');

export function ledgerDeps(db: Db): Deps {
  return { db, clock: testClock(), ids: testIds };
}

/** A Pix charge of R$ 100,00 with a fee of R$ 0,80, paid at noon. */
export function aPaidPix(tenant: Tenant, changes: Partial<PaidCharge> = {}): PaidCharge {
  return {
    tenant,
    chargeId: testIds.next('pixCharge', noon),
    method: 'PIX',
    amountCents: cents(10_000),
    feeCents: cents(80),
    checkoutId: undefined,
    externalId: undefined,
    description: undefined,
    customer: undefined,
    occurredAt: noon,
    ...changes,
  };
}

export function captureOf(charge: PaidCharge): Journal {
  return planCapture(charge, testIds.next('statementEntry', charge.occurredAt));
}

/** Gives a store this much available money. */
export async function fund(deps: Deps, tenant: Tenant, amountCents: number): Promise<void> {
  await postJournals(deps, [captureOf(aPaidPix(tenant, { amountCents: cents(amountCents), feeCents: cents(0) }))]);
}

/** Every broken rule of the whole ledger; empty when it is sound. */
export async function brokenInvariants(db: Db): Promise<readonly string[]> {
  const found = await Promise.all(invariants.map(({ violations }) => violations(db)));
  return found.flat();
}
