import { toTenant, type Clock, type CrossTenant, type Owned, type Tenant } from '@pitanga/core';
import { optional, table, text, timestamp, type Db, type Row } from '@pitanga/database';
import type { NoteBegun } from '../provider/note-begun';
import { buildClaimSql } from './claim-sql';

/** A payment that was to be made at a provider for a charge that was not written yet. */
export interface BegunPayment {
  /** Ours: the txid of a Pix, the charge's id of a boleto. */
  readonly reference: string;
  /** When it was cancelled at the provider. */
  readonly closedAt: Date | undefined;
}

const begun = table('begun_payments', {
  storeId: text('store_id'),
  reference: text('reference'),
  closedAt: optional(timestamp('closed_at')),
  runAt: timestamp('run_at'),
});

/** Longer than a request can take. */
const lookAfterMs = 10 * 60_000;

/** Of the accounts of one store. */
export function buildNoteBegun(deps: { readonly db: Db; readonly clock: Clock }, storeId: string): NoteBegun {
  return (reference) => noteBegunPayment(deps.db, toTenant(storeId, false), reference, deps.clock.real());
}

async function noteBegunPayment(db: Db, tenant: Tenant, reference: string, now: Date): Promise<void> {
  const row = { reference, storeId: tenant.storeId, closedAt: undefined, runAt: new Date(now.getTime() + lookAfterMs) };
  await db.raw(
    `${begun.insertSql} on conflict (store_id, reference) do update set run_at = excluded.run_at`,
    begun.toRow(row),
  );
}

const claimSql = buildClaimSql({ table: begun.name, keys: ['reference'], returning: begun.selectSql('c') });

/** Claims what is due, each for one process until `leaseUntil`. */
export async function claimBegunPayments(
  db: Db,
  _all: CrossTenant,
  claim: { readonly now: Date; readonly leaseUntil: Date; readonly limit: number },
): Promise<readonly Owned<BegunPayment>[]> {
  const { rows } = await db.raw<{ rows: Row[] }>(claimSql, { ...claim });
  return rows.map((row) => {
    const { storeId, reference, closedAt } = begun.fromRow(row);
    return { tenant: toTenant(storeId, false), reference, closedAt };
  });
}

export async function closeBegunPayment(
  db: Db,
  tenant: Tenant,
  { reference, closedAt, runAt }: { readonly reference: string; readonly closedAt: Date; readonly runAt: Date },
): Promise<void> {
  const of = { store_id: tenant.storeId, reference };
  await db(begun.name).where(of).update({ closed_at: closedAt, run_at: runAt });
}

export async function deleteBegunPayment(db: Db, tenant: Tenant, reference: string): Promise<void> {
  await db(begun.name).where({ store_id: tenant.storeId, reference }).delete();
}
