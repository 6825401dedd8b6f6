import { required } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import type { CallContext } from '@pitanga/rpc';
import type { Sealer } from '@pitanga/runtime';
import type { Actor } from '../access/actor';
import { appendAudit } from '../audit/audit-log';
import type { Clients } from '../clients';
import { storeNotFound } from '../stores/store-errors';
import { lockStore } from '../stores/store-repository';
import type { TxDeps, UseCaseDeps } from '../use-case-deps';
import { mayAddNotes, mayDeleteNote, notesPerRecordMax, type Note } from './note';
import { noteNotFound, noteOfAnother, notesReadOnly, tooManyNotes } from './note-errors';
import {
  countNotes,
  deleteNote,
  deleteNotesOfCustomers,
  findNote,
  insertNote,
  listNotes,
  type AuthoredNote,
  type NotedRecord,
} from './note-repository';

/** A member of the store, by a session: keys have no part in notes. */
export interface NoteWriter {
  readonly tenant: Tenant;
  readonly actor: Actor;
  readonly userId: string;
  readonly permissions: ReadonlySet<string>;
}

export interface NoteDeps extends UseCaseDeps {
  readonly sealer: Sealer;
  readonly clients: Pick<Clients, 'charges' | 'customers'>;
}

/** A note as a reader sees it. */
interface ShownNote extends AuthoredNote {
  readonly mayDelete: boolean;
}

/**
 * The notes of a record, newest first, and whether the reader may add one.
 * @throws AppError NOT_FOUND for a record that the store does not have
 */
export async function readNotes(
  deps: NoteDeps,
  reader: NoteWriter,
  record: NotedRecord,
  context: CallContext,
): Promise<{ readonly notes: readonly ShownNote[]; readonly mayAdd: boolean }> {
  await findNotedCustomer(deps, reader.tenant, record, context);
  const found = await listNotes(deps.db, reader.tenant, record, deps.sealer);
  const notes = found.map((note) => ({ ...note, mayDelete: mayDeleteNote(note, reader) }));
  return { notes, mayAdd: mayAddNotes(reader.permissions) };
}

/**
 * Adds a note to a record; answers its id.
 * @throws AppError NOT_FOUND for a record that the store does not have, PERMISSION_DENIED for a role that only reads, and
 *   FAILED_PRECONDITION when the record has as many notes as it may
 */
export async function addNote(
  deps: NoteDeps,
  writer: NoteWriter,
  { content, ...record }: NotedRecord & Pick<Note, 'content'>,
  context: CallContext,
): Promise<string> {
  const { tenant, userId: authorId, permissions } = writer;
  if (!mayAddNotes(permissions)) throw notesReadOnly();
  const customerId = await findNotedCustomer(deps, tenant, record, context);
  const added = await transact(deps, async (tx) => {
    const store = await lockStore(tx.db, tenant);
    if (!store) throw storeNotFound();
    if ((await countNotes(tx.db, tenant, record, store)) >= notesPerRecordMax) throw tooManyNotes();
    const createdAt = tx.clock.real();
    const note = { ...record, id: tx.ids.next('note', createdAt), customerId, authorId, content, createdAt };
    await insertNote(tx.db, tenant, note);
    await audit(tx, writer, 'note.added', note, context);
    return note.id;
  });
  await dropIfErased(deps, tenant, record, context);
  return added;
}

/**
 * Deletes a note on this kind of record.
 * @throws AppError NOT_FOUND for one that the store does not have, PERMISSION_DENIED for one of another person
 */
export async function removeNote(
  deps: NoteDeps,
  writer: NoteWriter,
  { kind, id }: Pick<Note, 'kind' | 'id'>,
  context: CallContext,
): Promise<void> {
  const { tenant } = writer;
  await transact(deps, async (tx) => {
    const note = await findNote(tx.db, tenant, kind, id);
    if (!note) throw noteNotFound();
    if (!mayDeleteNote(note, writer)) throw noteOfAnother();
    if (!(await deleteNote(tx.db, tenant, id))) throw noteNotFound();
    await audit(tx, writer, 'note.deleted', note, context);
  });
}

/** Whom a record is about. @throws AppError NOT_FOUND for a record that the store does not have */
async function findNotedCustomer(
  { clients }: NoteDeps,
  tenant: Tenant,
  { kind, recordId: id }: NotedRecord,
  context: CallContext,
): Promise<string | undefined> {
  const { requestId } = context;
  if (kind === 'CHARGE') {
    const { charge } = await clients.charges.getStoreCharge({ tenant, id }, { requestId });
    return required(charge, 'charge').customer?.id;
  }
  await clients.customers.getCustomer({ tenant, id }, { requestId });
  return id;
}

/** A customer who was erased while the note was written has none: the erasure may not have seen it. */
async function dropIfErased(deps: NoteDeps, tenant: Tenant, record: NotedRecord, context: CallContext): Promise<void> {
  if (record.kind !== 'CUSTOMER') return;
  try {
    await findNotedCustomer(deps, tenant, record, context);
  } catch (error) {
    await deleteNotesOfCustomers(deps.db, tenant, [record.recordId]);
    throw error;
  }
}

/** The log cannot be erased, so it has the id of the note and not its text. */
function audit(
  tx: TxDeps,
  { tenant, actor }: NoteWriter,
  action: string,
  { id, kind, recordId }: NotedRecord & Pick<Note, 'id'>,
  { requestId }: CallContext,
): Promise<void> {
  const target = { type: kind, id: recordId };
  const { devMode } = tenant;
  return appendAudit(tx, tenant, { actor, action, target, devMode, after: { note: id }, requestId });
}
