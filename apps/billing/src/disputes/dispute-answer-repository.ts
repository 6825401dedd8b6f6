import { toTenant, type CrossTenant, type Owned, type Tenant } from '@pitanga/core';
import { boolean, int, jsonb, optional, table, text, timestamp, type Db, type Tx } from '@pitanga/database';
import type { AnswerStatus, DisputeAnswer, DisputeEvidence } from './dispute';

const answers = table('dispute_answers', {
  id: text('id'),
  disputeId: text('dispute_id'),
  evidence: optional(jsonb<DisputeEvidence>('evidence')),
  isSubmitted: boolean('is_submitted'),
  status: text<AnswerStatus>('status'),
  failure: optional(text('failure')),
  attempts: int('attempts'),
  createdAt: timestamp('created_at'),
  updatedAt: timestamp('updated_at'),
});

/** False when another answer to the dispute is on its way. */
export async function insertAnswer(tx: Tx, tenant: Tenant, answer: DisputeAnswer, runAt: Date): Promise<boolean> {
  const inserted: unknown[] = await tx(answers.name)
    .insert({
      store_id: tenant.storeId,
      dev_mode: tenant.devMode,
      ...answers.toRow(answer),
      run_at: runAt,
    })
    .onConflict()
    .ignore()
    .returning('id');
  return inserted.length === 1;
}

export async function findAnswer(db: Db, tenant: Tenant, id: string): Promise<DisputeAnswer | undefined> {
  const row = await answers.of(db, tenant).where({ id }).first(answers.columns);
  return row && answers.fromRow(row);
}

/** How many answers to a dispute are on their way, and how many the provider has that were submitted. */
export async function countAnswers(
  db: Db,
  { storeId, devMode }: Tenant,
  disputeId: string,
): Promise<{ readonly sending: number; readonly submitted: number }> {
  const { rows } = await db.raw<{ rows: { sending: number; submitted: number }[] }>(
    `select cast(count(*) filter (where status = 'SENDING') as integer) as sending,
       cast(count(*) filter (where status = 'SENT' and is_submitted) as integer) as submitted
     from dispute_answers where store_id = :storeId and dev_mode = :devMode and dispute_id = :disputeId`,
    { storeId, devMode, disputeId },
  );
  return rows[0] ?? { sending: 0, submitted: 0 };
}

/** The newest answer of each dispute. */
export async function findNewestAnswers(
  db: Db,
  tenant: Tenant,
  disputeIds: readonly string[],
): Promise<ReadonlyMap<string, DisputeAnswer>> {
  const rows = await answers
    .of(db, tenant)
    .whereIn('dispute_id', [...disputeIds])
    .orderBy('id')
    .select(answers.columns);
  return new Map(rows.map((row) => answers.fromRow(row)).map((answer) => [answer.disputeId, answer]));
}

/** Ends an answer on its way, whose texts are kept unless its payer was erased; false when another process has ended it. */
export async function endAnswer(
  tx: Tx,
  tenant: Tenant,
  id: string,
  end: { readonly status: 'SENT' | 'REFUSED'; readonly failure: string | undefined; readonly at: Date },
): Promise<boolean> {
  const evidence = tx.raw('case when is_forgotten then null else evidence end');
  const row = { status: end.status, failure: end.failure ?? null, evidence, updated_at: end.at };
  return (await answers.of(tx, tenant).where({ id, status: 'SENDING' }).update(row)) === 1;
}

/** Erasure: deletes the texts of answers about these charges; those on their way go when they end. */
export async function forgetAnswersOfCharges(tx: Tx, tenant: Tenant, chargeIds: readonly string[]): Promise<void> {
  if (chargeIds.length === 0) return;
  const { storeId, devMode } = tenant;
  await tx.raw(
    `update dispute_answers a set is_forgotten = true, evidence = case when a.status = 'SENDING' then a.evidence end
     from disputes d
     where a.store_id = :storeId and a.dev_mode = :devMode and a.evidence is not null and not a.is_forgotten
       and d.store_id = :storeId and d.dev_mode = :devMode and d.id = a.dispute_id and d.charge_id = any (:chargeIds)`,
    { storeId, devMode, chargeIds: [...chargeIds] },
  );
}

/**
 * Claims answers that are due, each for one process: for a minute, and longer after each attempt that ended without an
 * outcome, so that they do not keep the others waiting.
 */
export async function claimDueAnswers(
  db: Db,
  _all: CrossTenant,
  claim: { readonly now: Date; readonly limit: number },
): Promise<readonly Owned<{ readonly id: string }>[]> {
  const { rows } = await db.raw<{ rows: { id: string; store_id: string; dev_mode: boolean }[] }>(
    `with due as materialized (
       select id from dispute_answers where status = 'SENDING' and run_at <= :now
       order by run_at limit :limit for update skip locked
     )
     update dispute_answers a set attempts = a.attempts + 1,
       run_at = cast(:now as timestamptz) + least(interval '1 minute' * power(2, least(a.attempts, 20)), interval '6 hours')
     from due where a.id = due.id
     returning a.id, a.store_id, a.dev_mode`,
    { ...claim },
  );
  return rows.map((row) => ({ tenant: toTenant(row.store_id, row.dev_mode), id: row.id }));
}
