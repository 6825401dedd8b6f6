import type { Tenant } from '@pitanga/core';
import { bigint, table, text, type Db, type Row, type Tx } from '@pitanga/database';

const marks = table('notice_marks', { noticeId: text('notice_id'), position: bigint('position') });

/** More than these, read one by one, are kept as all up to the newest of the others. */
const marksMax = 200;

/** What a person has read: all up to a position, and some one by one. */
export interface ReadMarks {
  readonly position: number;
  readonly ids: readonly string[];
}

export async function findReadMarks(db: Db, tenant: Tenant, userId: string): Promise<ReadMarks> {
  const [position, ids] = await Promise.all([findReadPosition(db, tenant, userId), listMarkedIds(db, tenant, userId)]);
  return { position, ids };
}

async function listMarkedIds(db: Db, { storeId, devMode }: Tenant, userId: string): Promise<readonly string[]> {
  const rows = await db(marks.name)
    .where({ store_id: storeId, dev_mode: devMode, user_id: userId })
    .select<Row[]>(marks.columns);
  return rows.map((row) => marks.fromRow(row).noticeId);
}

async function findReadPosition(db: Db, { storeId, devMode }: Tenant, userId: string): Promise<number> {
  const row = await db('notice_reads')
    .where({ store_id: storeId, dev_mode: devMode, user_id: userId })
    .first<{ position: number } | undefined>('position');
  return row?.position ?? 0;
}

/** Marks all up to a position; one that is read further stays so. */
export async function markAllRead(tx: Tx, tenant: Tenant, userId: string, position: number): Promise<void> {
  const key = { storeId: tenant.storeId, devMode: tenant.devMode, userId, position };
  await tx.raw(
    `insert into notice_reads (store_id, dev_mode, user_id, position) values (:storeId, :devMode, :userId, :position)
     on conflict (store_id, dev_mode, user_id) do update
       set position = greatest(notice_reads.position, excluded.position)`,
    key,
  );
  await tx.raw(
    `delete from notice_marks
     where store_id = :storeId and dev_mode = :devMode and user_id = :userId and position <= :position`,
    key,
  );
}

/** Marks one notice; a repeat changes nothing. */
export async function markRead(
  tx: Tx,
  tenant: Tenant,
  userId: string,
  { id, position }: { readonly id: string; readonly position: number },
): Promise<void> {
  const { storeId, devMode } = tenant;
  await tx.raw(
    `insert into notice_marks (store_id, dev_mode, user_id, notice_id, position)
     values (:storeId, :devMode, :userId, :id, :position) on conflict do nothing`,
    { storeId, devMode, userId, id, position },
  );
  const { rows } = await tx.raw<{ rows: { position: number }[] }>(
    `select position from notice_marks where store_id = :storeId and dev_mode = :devMode and user_id = :userId
     order by position desc offset :marksMax limit 1`,
    { storeId, devMode, userId, marksMax },
  );
  const [beyond] = rows;
  if (beyond) await markAllRead(tx, tenant, userId, beyond.position);
}
