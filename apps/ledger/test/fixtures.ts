import { cents, type Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import { silentLog, testClock, testIds } from '@pitanga/testing';
import type { Account } from '../src/balances/account';
import { readBalance } from '../src/balances/balance-repository';
import type { Deps } from '../src/deps';
import { planCapture, type PaidCharge } from '../src/charges/capture';
import type { Journal } from '../src/journals/journal';
import { postJournals } from '../src/booking/post-journals';
import type { StatementEntry } from '../src/statement/statement';
import { listStatement } from '../src/statement/statement-queries';
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
    installmentCount: 1,
    checkoutId: undefined,
    externalId: undefined,
    subscriptionId: undefined,
    description: undefined,
    customer: undefined,
    occurredAt: noon,
    ...changes,
  };
}

/** A card charge of R$ 100,00 in three parts, with a fee of R$ 4,60, paid at noon: 3,180 centavos each. */
export function aPaidCard(tenant: Tenant, changes: Partial<PaidCharge> = {}): PaidCharge {
  const chargeId = testIds.next('cardCharge', noon);
  return aPaidPix(tenant, { chargeId, method: 'CARD', feeCents: cents(460), installmentCount: 3, ...changes });
}

/** A boleto of R$ 100,00 with a fee of R$ 2,50, paid at noon of a Friday that is a holiday. */
export function aPaidBoleto(tenant: Tenant, changes: Partial<PaidCharge> = {}): PaidCharge {
  const chargeId = testIds.next('boletoCharge', noon);
  return aPaidPix(tenant, { chargeId, method: 'BOLETO', feeCents: cents(250), ...changes });
}

export function captureOf(charge: PaidCharge): Journal {
  return planCapture(charge, testIds.next('statementEntry', charge.occurredAt));
}

/** Gives a store this much available money. */
export async function fund(deps: Deps, tenant: Tenant, amountCents: number): Promise<void> {
  await postJournals(deps, [captureOf(aPaidPix(tenant, { amountCents: cents(amountCents), feeCents: cents(0) }))]);
}

/** The moment `days` days of 24 hours after noon, plus `ms`. */
export function daysAfterNoon(days: number, ms = 0): Date {
  return new Date(noon.getTime() + days * 86_400_000 + ms);
}

/** `[available, pending, blocked]` of a store, in centavos. */
export async function balancesOf(db: Db, tenant: Tenant): Promise<readonly [number, number, number]> {
  const { availableCents, pendingCents, blockedCents } = await readBalance(db, tenant);
  return [availableCents, pendingCents, blockedCents];
}

/** What an account of the platform holds because of this store. */
export async function platformMoney(db: Db, tenant: Tenant, account: Account): Promise<number> {
  const [row] = await db('entries')
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, account })
    .sum<{ total: string | null }[]>({ total: 'amount_cents' });
  return Number(row?.total ?? 0);
}

/** A store's lines, the oldest first. */
export async function statementOf(db: Db, tenant: Tenant): Promise<readonly StatementEntry[]> {
  return (await listStatement(db, tenant, { limit: 100 }, {})).items.toReversed();
}

/** A line in short: kind, status and its movements as `effect amount`. */
export function inShort({ kind, status, movements }: StatementEntry): string {
  return [kind, status, ...movements.map(({ effect, amountCents }) => `${effect} ${String(amountCents)}`)].join(' ');
}

/** Every broken rule of the whole ledger; empty when it is sound. */
export async function brokenInvariants(db: Db): Promise<readonly string[]> {
  const found = await Promise.all(invariants.map(({ violations }) => violations(db)));
  return found.flat();
}
