import { cents, isAppError, systemClock, type Tenant } from '@pitanga/core';
import { transact, type Db } from '@pitanga/database';
import { aTenant, silentLog, testIds, waitFor } from '@pitanga/testing';
import type { Account } from '../src/balances/account';
import { createBalances, readBalance } from '../src/balances/balance-repository';
import type { Deps } from '../src/deps';
import type { Advance } from '../src/advances/advance';
import { makeAdvance, type AdvanceInput } from '../src/booking/make-advance';
import { listTransferAccounts, makeTransfer, type TransferInput } from '../src/booking/make-transfer';
import { planCapture, type PaidCharge } from '../src/charges/capture';
import type { Journal } from '../src/journals/journal';
import { postJournals } from '../src/booking/post-journals';
import type { ReserveInput } from '../src/holds/hold-rules';
import type { StatementEntry } from '../src/statement/statement';
import { listStatement } from '../src/statement/statement-queries';
import type { SubTransfer } from '../src/sub-transfers/sub-transfer';
import { invariants } from '../src/invariants/invariant-queries';

export { silentLog };

export const noon = new Date('2026-11-20T15:00:00.000Z');

/** An advance in a transaction of its own. */
export function advanceAlone(
  deps: Deps,
  tenant: Tenant,
  input: AdvanceInput,
  terms: { readonly rateBasisPoints: number },
): Promise<Advance> {
  return transact(deps, (tx) => makeAdvance(tx, tenant, input, terms));
}

/** A transfer with a sub-account in a transaction of its own. */
export async function transferAlone(deps: Deps, tenant: Tenant, input: TransferInput): Promise<SubTransfer> {
  await createBalances(deps.db, listTransferAccounts(tenant, input.subAccountId));
  return transact(deps, (tx) => makeTransfer(tx, tenant, input));
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

/** The hold of a refund of the whole charge, a day after it was paid. */
export function aRefund(charge: PaidCharge, changes: Partial<ReserveInput> = {}): ReserveInput {
  return {
    holdId: testIds.next('refund', noon),
    purpose: 'REFUND',
    amountCents: charge.amountCents,
    feeCents: cents(0),
    occurredAt: daysAfterNoon(1),
    description: undefined,
    charge,
    ...changes,
  };
}

/** A new store with this much available money. */
export async function aFundedStore(deps: Deps, amountCents: number): Promise<Tenant> {
  const tenant = aTenant();
  await fund(deps, tenant, amountCents);
  return tenant;
}

/** Adds this much available money to a store. */
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

/** The balance of a platform account from the entries of this store. */
export async function platformMoney(db: Db, tenant: Tenant, account: Account): Promise<number> {
  const [row] = await db('entries')
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, account })
    .sum<{ total: string | null }[]>({ total: 'amount_cents' });
  return Number(row?.total ?? 0);
}

/** A store's statement entries, the oldest first. */
export async function statementOf(db: Db, tenant: Tenant): Promise<readonly StatementEntry[]> {
  return (await listStatement(db, tenant, { limit: 100 }, {})).items.toReversed();
}

/** A statement entry in short: kind, status and its movements as `effect amount`. */
export function inShort({ kind, status, movements }: StatementEntry): string {
  return [kind, status, ...movements.map(({ effect, amountCents }) => `${effect} ${String(amountCents)}`)].join(' ');
}

/** Every violated invariant of the whole ledger. */
export async function brokenInvariants(db: Db): Promise<readonly string[]> {
  const found = await Promise.all(invariants.map(({ violations }) => violations(db, systemClock.real())));
  return found.flat();
}

/** The reason of a refusal; undefined when the work succeeds. */
export async function refusal(work: Promise<unknown>): Promise<string | undefined> {
  return work.then(
    () => undefined,
    (error: unknown) => (isAppError(error) ? error.reason : Promise.reject(error as Error)),
  );
}

/** Waits until this many transactions of the database wait for a lock. */
export async function waitForLocks(db: Db, count: number): Promise<void> {
  await waitFor(`${String(count)} transactions to wait for a lock`, async () => {
    const { rows } = await db.raw<{ rows: unknown[] }>(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length === count;
  });
}
