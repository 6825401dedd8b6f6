import {
  mapPage,
  toTenant,
  type Cents,
  type CrossTenant,
  type Owned,
  type Page,
  type PageRequest,
  type Tenant,
} from '@pitanga/core';
import { cents, optional, selectPage, table, text, timestamp, type Db, type Row, type Tx } from '@pitanga/database';
import type { AnswerState, Dispute, DisputeReason, DisputeState, DisputeStatus } from './dispute';
import { isNotSetAside } from '../charges/set-aside-repository';

const disputes = table('disputes', {
  id: text('id'),
  chargeId: text('charge_id'),
  status: text<DisputeStatus>('status'),
  amountCents: cents('amount_cents'),
  reason: optional(text('reason')),
  openedAt: timestamp('opened_at'),
  closedAt: optional(timestamp('closed_at')),
  provider: optional(text('provider')),
  reference: optional(text('reference')),
  answerState: text<AnswerState>('answer_state'),
  reasonCode: text<DisputeReason>('reason_code'),
  providerCode: optional(text('provider_code')),
  dueBy: optional(timestamp('due_by')),
});

/** Inserts an open dispute of a locked charge. */
export async function insertDispute(tx: Tx, tenant: Tenant, dispute: Dispute): Promise<void> {
  const { storeId, devMode } = tenant;
  await tx(disputes.name).insert({ store_id: storeId, dev_mode: devMode, ...disputes.toRow(dispute) });
}

/** Closes the open dispute of a locked charge; undefined when there is none. */
export async function closeDispute(
  tx: Tx,
  tenant: Tenant,
  chargeId: string,
  outcome: Exclude<DisputeStatus, 'OPEN'>,
  at: Date,
): Promise<Dispute | undefined> {
  const [row]: Row[] = await disputes
    .of(tx, tenant)
    .where({ charge_id: chargeId, status: 'OPEN' })
    .update(disputes.toRow({ status: outcome, closedAt: at }))
    .returning(disputes.columns);
  return row && disputes.fromRow(row);
}

export async function findDispute(db: Db, tenant: Tenant, id: string): Promise<Dispute | undefined> {
  const row = await disputes.of(db, tenant).where({ id }).first(disputes.columns);
  return row && disputes.fromRow(row);
}

export async function lockDispute(tx: Tx, tenant: Tenant, id: string): Promise<Dispute | undefined> {
  const row = await disputes.of(tx, tenant).where({ id }).forUpdate().first(disputes.columns);
  return row && disputes.fromRow(row);
}

/** The dispute that a provider calls by this id. */
export async function findDisputeByReference(
  db: Db,
  tenant: Tenant,
  provider: string,
  reference: string,
): Promise<Dispute | undefined> {
  const row = await disputes.of(db, tenant).where({ provider, reference }).first(disputes.columns);
  return row && disputes.fromRow(row);
}

/** The disputes that a provider calls by these ids, by them. */
export async function findDisputesByReference(
  db: Db,
  tenant: Tenant,
  provider: string,
  references: readonly string[],
): Promise<ReadonlyMap<string, Dispute>> {
  const rows = await disputes
    .of(db, tenant)
    .where({ provider })
    .whereIn('reference', [...references])
    .select(disputes.columns);
  const found = rows.map((row) => disputes.fromRow(row));
  return new Map(found.flatMap((dispute) => (dispute.reference === undefined ? [] : [[dispute.reference, dispute]])));
}

/** Saves what the provider says of an open dispute; a decided one does not change. */
export async function saveOpenDispute(
  db: Db,
  tenant: Tenant,
  id: string,
  told: Pick<Dispute, 'answerState'> & Partial<Pick<Dispute, 'dueBy'>>,
): Promise<void> {
  await disputes.of(db, tenant).where({ id, status: 'OPEN' }).update(disputes.toRow(told));
}

/** Saves how an answer to an open dispute was taken, unless its state has changed since `known` was read. */
export async function saveAnswerState(
  db: Db,
  tenant: Tenant,
  known: Pick<Dispute, 'id' | 'answerState'>,
  answerState: Dispute['answerState'],
): Promise<void> {
  await disputes
    .of(db, tenant)
    .where({ id: known.id, status: 'OPEN', answer_state: known.answerState })
    .update({ answer_state: answerState });
}

const disputed = disputes.pick('chargeId', 'amountCents');

/** What disputes hold of these charges or have taken, by charge. */
export async function findDisputedCents(
  db: Db,
  tenant: Tenant,
  chargeIds: readonly string[],
): Promise<ReadonlyMap<string, Cents>> {
  const rows = await disputed
    .of(db, tenant)
    .whereIn('charge_id', [...chargeIds])
    .whereIn('status', ['OPEN', 'LOST'] satisfies DisputeStatus[])
    .select(disputed.columns);
  return new Map(rows.map((row) => disputed.fromRow(row)).map(({ chargeId, amountCents }) => [chargeId, amountCents]));
}

export interface DisputeFilter {
  readonly chargeId?: string | undefined;
  readonly state?: DisputeState | undefined;
  /** Of the store: {@link disputeState} follows from it. */
  readonly now: Date;
}

/** Newest first. */
export async function listDisputes(
  db: Db,
  tenant: Tenant,
  page: PageRequest,
  { chargeId, state, now }: DisputeFilter,
): Promise<Page<Dispute>> {
  const rows = await selectPage<Row>(db, tenant, {
    table: disputes.name,
    columns: disputes.columns,
    page,
    idKind: 'dispute',
    timeColumn: 'opened_at',
    filter: (query) => {
      if (chargeId !== undefined) query.where('charge_id', chargeId);
      if (state === 'WON' || state === 'LOST') query.where('status', state);
      else if (state !== undefined) {
        query
          .where('status', 'OPEN')
          .whereRaw(
            state === 'NEEDS_ANSWER'
              ? `answer_state = 'NEEDS_ANSWER' and (due_by is null or due_by >= ?)`
              : `(answer_state = 'UNDER_REVIEW' or answer_state = 'NEEDS_ANSWER' and due_by < ?)`,
            [now],
          );
      }
    },
  });
  return mapPage(rows, (row) => disputes.fromRow(row));
}

/** Dev mode: opens a dispute of this charge at `runAt` (real time). */
export async function insertSimulatedDispute(db: Db, tenant: Tenant, chargeId: string, runAt: Date): Promise<void> {
  await db('simulated_disputes')
    .insert({ charge_id: chargeId, store_id: tenant.storeId, dev_mode: tenant.devMode, run_at: runAt })
    .onConflict()
    .ignore();
}

/** Makes a store's simulated disputes due earlier because its test clock was moved. */
export async function shiftSimulatedDisputes(tx: Tx, tenant: Tenant, deltaMs: number): Promise<void> {
  await tx.raw(
    `update simulated_disputes set run_at = run_at - :deltaMs * interval '1 millisecond'
     where store_id = :storeId and dev_mode = :devMode`,
    { ...tenant, deltaMs },
  );
}

/**
 * Deletes and returns simulated disputes that are due: of one store, or of all except those whose test clock is being
 * advanced.
 */
export async function claimSimulatedDisputes(
  tx: Tx,
  _all: CrossTenant,
  claim: { readonly now: Date; readonly limit: number; readonly tenant?: Tenant | undefined },
): Promise<readonly Owned<{ readonly chargeId: string }>[]> {
  const { now, limit, tenant } = claim;
  const { rows } = await tx.raw<{ rows: { charge_id: string; store_id: string; dev_mode: boolean }[] }>(
    // Materialized: a plan that ran the selection again would delete more rows than it returns.
    `with due as materialized (
       select charge_id from simulated_disputes d where run_at <= :now
         and ${isNotSetAside('SIMULATED_DISPUTE', 'd', 'charge_id')}
         and case when cast(:storeId as text) is null
           then not exists (select from store_clocks c where c.store_id = d.store_id and c.advancing_until > :now)
           else store_id = :storeId end
       order by run_at limit :limit for update skip locked
     )
     delete from simulated_disputes d using due where d.charge_id = due.charge_id
     returning d.charge_id, d.store_id, d.dev_mode`,
    { now, limit, storeId: tenant?.storeId ?? null },
  );
  return rows.map((row) => ({ tenant: toTenant(row.store_id, row.dev_mode), chargeId: row.charge_id }));
}
