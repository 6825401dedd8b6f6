import type { CrossTenant, Tenant } from '@pitanga/core';
import {
  bytes,
  int,
  optional,
  table,
  text,
  timestamp,
  type Db,
  type Row,
  type SealedColumn,
  type Tx,
} from '@pitanga/database';
import type { Sealer } from '@pitanga/runtime';
import type { DisputeFile, DisputeFileKind, DisputeFileType } from './dispute-file';

/** Without the content, which is read a file at a time. */
const files = table('dispute_files', {
  id: text('id'),
  disputeId: text('dispute_id'),
  kind: text<DisputeFileKind>('kind'),
  contentType: text<DisputeFileType>('content_type'),
  sizeBytes: int('size_bytes'),
  nameSealed: optional(bytes('name_sealed')),
  answerId: optional(text('answer_id')),
  reference: optional(text('reference')),
  createdAt: timestamp('created_at'),
});

type SealedName = 'name_sealed' | 'content_sealed';

function filePlace(column: SealedName, storeId: string, id: string) {
  return ['dispute_files', column, storeId, id] as const;
}

const sealedColumn = (column: SealedName, rowsMax?: number): SealedColumn => ({
  table: 'dispute_files',
  column,
  key: ['id'],
  more: ['store_id'],
  place: (row) => filePlace(column, String(row['store_id']), String(row['id'])),
  ...(rowsMax !== undefined && { rowsMax }),
});

export const sealedNames: SealedColumn = sealedColumn('name_sealed');

/** Up to 5 MB each. */
export const sealedDisputeFiles: readonly SealedColumn[] = [sealedNames, sealedColumn('content_sealed', 4)];

function rowToFile(row: Row, { storeId }: Tenant, sealer: Sealer): DisputeFile {
  const { nameSealed, ...file } = files.fromRow(row);
  return { ...file, name: nameSealed && sealer.open(nameSealed, filePlace('name_sealed', storeId, file.id)) };
}

/** Of a locked dispute. */
export async function insertDisputeFile(
  tx: Tx,
  { storeId, devMode }: Tenant,
  sealer: Sealer,
  { name = '', ...file }: DisputeFile,
  content: Buffer,
): Promise<void> {
  const place = (column: SealedName) => filePlace(column, storeId, file.id);
  await tx(files.name).insert({
    store_id: storeId,
    dev_mode: devMode,
    ...files.toRow({ ...file, nameSealed: sealer.seal(name, place('name_sealed')) }),
    content_sealed: sealer.seal(content.toString('base64'), place('content_sealed')),
  });
}

export async function findDisputeFile(
  db: Db,
  tenant: Tenant,
  sealer: Sealer,
  id: string,
): Promise<DisputeFile | undefined> {
  const row = await files.of(db, tenant).where({ id }).first(files.columns);
  return row && rowToFile(row, tenant, sealer);
}

/** The files of each dispute, oldest first. */
export async function findDisputeFiles(
  db: Db,
  tenant: Tenant,
  sealer: Sealer,
  disputeIds: readonly string[],
): Promise<ReadonlyMap<string, readonly DisputeFile[]>> {
  const rows = await files
    .of(db, tenant)
    .whereIn('dispute_id', [...disputeIds])
    .orderBy('id')
    .select(files.columns);
  return Map.groupBy(
    rows.map((row) => rowToFile(row, tenant, sealer)),
    ({ disputeId }) => disputeId,
  );
}

/** The files that wait for an answer to a dispute. */
export async function findHeldFiles(
  db: Db,
  tenant: Tenant,
  disputeId: string,
): Promise<readonly Pick<DisputeFile, 'id' | 'kind' | 'sizeBytes'>[]> {
  const held = files.pick('id', 'kind', 'sizeBytes');
  const rows = await held.of(db, tenant).where({ dispute_id: disputeId }).whereNull('answer_id').select(held.columns);
  return rows.map((row) => held.fromRow(row));
}

/** An answer to a locked dispute takes the files along that wait for one. */
export async function takeFilesAlong(tx: Tx, tenant: Tenant, disputeId: string, answerId: string): Promise<void> {
  await files.of(tx, tenant).where({ dispute_id: disputeId }).whereNull('answer_id').update({ answer_id: answerId });
}

/** The files on their way with an answer, oldest first. */
export async function findAnswerFiles(
  db: Db,
  tenant: Tenant,
  sealer: Sealer,
  answerId: string,
): Promise<readonly DisputeFile[]> {
  const rows = await files.of(db, tenant).where({ answer_id: answerId }).orderBy('id').select(files.columns);
  return rows.map((row) => rowToFile(row, tenant, sealer));
}

/** @throws when the content is deleted: an answer on its way has that of its files */
export async function readFileContent(db: Db, tenant: Tenant, sealer: Sealer, id: string): Promise<Buffer> {
  const row = await files.of(db, tenant).where({ id }).whereNotNull('content_sealed').first('content_sealed');
  const sealed = row?.['content_sealed'];
  if (!(sealed instanceof Buffer)) throw new Error(`the file ${id} of an answer has no content`);
  return Buffer.from(sealer.open(sealed, filePlace('content_sealed', tenant.storeId, id)), 'base64');
}

/** Saves the provider's id of a file, once it has the file. */
export async function saveFileReference(db: Db, tenant: Tenant, id: string, reference: string): Promise<void> {
  await files.of(db, tenant).where({ id }).update({ reference });
}

/** Deletes names and contents of what an answer has brought to the provider. */
export async function forgetSentFiles(tx: Tx, tenant: Tenant, answerId: string): Promise<void> {
  await files.of(tx, tenant).where({ answer_id: answerId }).update({ name_sealed: null, content_sealed: null });
}

/** The files of a refused answer wait for the next. */
export async function releaseFiles(tx: Tx, tenant: Tenant, answerId: string): Promise<void> {
  await files.of(tx, tenant).where({ answer_id: answerId }).update({ answer_id: null });
}

/** False when an answer to the locked dispute has taken the file along. */
export async function deleteHeldFile(tx: Tx, tenant: Tenant, id: string): Promise<boolean> {
  return (await files.of(tx, tenant).where({ id }).whereNull('answer_id').delete()) === 1;
}

/** Longer than any dispute waits for an answer. */
const heldDays = 180;

/**
 * Deletes files that no answer will take along any more: of disputes that are decided or a day overdue, or those that
 * were added half a year ago. `now` is real time.
 */
export async function purgeHeldFiles(db: Db, _all: CrossTenant, now: Date): Promise<void> {
  await db.raw(
    `delete from dispute_files where id in (
       select f.id from dispute_files f join disputes d on d.id = f.dispute_id
       where f.content_sealed is not null and f.answer_id is null
         and (d.status <> 'OPEN' or d.due_by < cast(:now as timestamptz) - interval '1 day'
           or f.created_at < cast(:now as timestamptz) - interval '${String(heldDays)} days'))`,
    { now },
  );
}

/** Erasure: deletes the files of disputes of these charges; those on their way go when they are sent. */
export async function forgetFilesOfCharges(tx: Tx, tenant: Tenant, chargeIds: readonly string[]): Promise<void> {
  if (chargeIds.length === 0) return;
  const { storeId, devMode } = tenant;
  await tx.raw(
    `delete from dispute_files f using disputes d
     where f.store_id = :storeId and f.dev_mode = :devMode and f.answer_id is null
       and d.store_id = :storeId and d.dev_mode = :devMode and d.id = f.dispute_id and d.charge_id = any (:chargeIds)`,
    { storeId, devMode, chargeIds: [...chargeIds] },
  );
}
