import { cents, type Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { Advance, AdvancedPart } from './advance';

/** The class of the advisory locks of advances, apart from all others. */
const advanceLocks = 17;

interface AdvanceRow {
  readonly store_id: string;
  readonly dev_mode: boolean;
  readonly id: string;
  readonly asked_cents: number | null;
  readonly amount_cents: number;
  readonly cost_cents: number;
  readonly rate_basis_points: number;
  readonly created_at: Date;
}

/** Makes the advances of a store wait for each other until the transaction ends. */
export async function lockAdvances(tx: Db, tenant: Tenant): Promise<void> {
  await tx.raw('select pg_advisory_xact_lock(?, hashtext(?))', [
    advanceLocks,
    `${tenant.storeId}/${String(tenant.devMode)}`,
  ]);
}

export async function findAdvance(db: Db, tenant: Tenant, id: string): Promise<Advance | undefined> {
  const [row] = await db('advances')
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, id })
    .select<AdvanceRow[]>('*');
  return (
    row && {
      id: row.id,
      askedCents: row.asked_cents === null ? undefined : cents(row.asked_cents),
      amountCents: cents(row.amount_cents),
      costCents: cents(row.cost_cents),
      rateBasisPoints: row.rate_basis_points,
      createdAt: row.created_at,
    }
  );
}

export async function insertAdvance(tx: Db, tenant: Tenant, advance: Advance): Promise<void> {
  const row: AdvanceRow = {
    store_id: tenant.storeId,
    dev_mode: tenant.devMode,
    id: advance.id,
    asked_cents: advance.askedCents ?? null,
    amount_cents: advance.amountCents,
    cost_cents: advance.costCents,
    rate_basis_points: advance.rateBasisPoints,
    created_at: advance.createdAt,
  };
  await tx('advances').insert(row);
}

/**
 * Locks the parts of a plan in key order, waiting for whoever settles or takes one of them; false when one has less
 * left than the plan takes.
 */
export async function lockPlannedParts(tx: Db, tenant: Tenant, parts: readonly AdvancedPart[]): Promise<boolean> {
  const { rows } = await tx.raw<{ rows: { is_left: boolean }[] }>(
    `select p.open_cents >= k.amount_cents as is_left
     from unnest(cast(:charges as text[]), cast(:numbers as smallint[]), cast(:amounts as bigint[]))
       as k(charge_id, number, amount_cents)
     join pending_parts p on p.store_id = :storeId and p.dev_mode = :devMode and p.charge_id = k.charge_id
       and p.number = k.number
     order by p.charge_id, p.number
     for update of p`,
    {
      storeId: tenant.storeId,
      devMode: tenant.devMode,
      charges: parts.map(({ chargeId }) => chargeId),
      numbers: parts.map(({ number }) => number),
      amounts: parts.map(({ amountCents }) => amountCents),
    },
  );
  return rows.length === parts.length && rows.every(({ is_left: isLeft }) => isLeft);
}
