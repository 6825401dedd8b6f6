import type { Tenant } from '@pitanga/core';
import { bytes, optional, table, text, timestamp, type Db, type Locked, type Row, type Tx } from '@pitanga/database';
import type { Sealer } from '@pitanga/runtime';
import type { Store } from '../stores/store';
import { userEmailPlace } from '../users/user-repository';
import { notesPerRecordMax, type Note, type NoteKind } from './note';

const columns = {
  id: text('id'),
  kind: text<NoteKind>('kind'),
  recordId: text('record_id'),
  customerId: optional(text('customer_id')),
  authorId: text('author_id'),
  content: text('content'),
  createdAt: timestamp('created_at'),
};
const notes = table('record_notes', columns);
const authored = table('record_notes', { ...columns, emailSealed: optional(bytes('email_sealed')) });

/** A record that notes are on. */
export interface NotedRecord {
  readonly kind: NoteKind;
  readonly recordId: string;
}

/** A note with its author's e-mail; undefined when the person was erased. */
export interface AuthoredNote extends Note {
  readonly authorEmail: string | undefined;
}

const listSql = `
  select ${notes.selectSql('n')}, u.email_sealed
  from record_notes n left join users u on u.id = n.author_id
  where n.store_id = :storeId and n.dev_mode = :devMode and n.kind = :kind and n.record_id = :recordId
  order by n.created_at desc, n.id desc limit :notesPerRecordMax`;

/** The notes of a record, newest first. */
export async function listNotes(
  db: Db,
  { storeId, devMode }: Tenant,
  { kind, recordId }: NotedRecord,
  sealer: Sealer,
): Promise<AuthoredNote[]> {
  const values = { storeId, devMode, kind, recordId, notesPerRecordMax };
  const { rows } = await db.raw<{ rows: Row[] }>(listSql, values);
  return rows.map((row) => {
    const { emailSealed, ...note } = authored.fromRow(row);
    return { ...note, authorEmail: emailSealed && sealer.open(emailSealed, userEmailPlace(note.authorId)) };
  });
}

/** The lock of the store makes the count and the insert one. */
export async function countNotes(
  tx: Tx,
  tenant: Tenant,
  { kind, recordId }: NotedRecord,
  _store: Locked<Store>,
): Promise<number> {
  const query = notes.of(tx, tenant).where({ kind, record_id: recordId });
  const [row] = await query.count<{ count: number }[]>('* as count');
  return row?.count ?? 0;
}

export async function insertNote(tx: Tx, { storeId, devMode }: Tenant, note: Note): Promise<void> {
  await tx(notes.name).insert({ ...notes.toRow(note), store_id: storeId, dev_mode: devMode });
}

/** One note of this kind of record. */
export async function findNote(tx: Tx, tenant: Tenant, kind: NoteKind, id: string): Promise<Note | undefined> {
  const row = await notes.of(tx, tenant).where({ kind, id }).first<Row | undefined>(notes.columns);
  return row && notes.fromRow(row);
}

/** False when it is gone already. */
export async function deleteNote(tx: Tx, tenant: Tenant, id: string): Promise<boolean> {
  return (await notes.of(tx, tenant).where({ id }).delete()) === 1;
}

/** Deletes the notes on customers, and those on their charges. */
export async function deleteNotesOfCustomers(db: Db, tenant: Tenant, customerIds: readonly string[]): Promise<void> {
  if (customerIds.length === 0) return;
  await notes
    .of(db, tenant)
    .whereIn('customer_id', [...customerIds])
    .delete();
}
