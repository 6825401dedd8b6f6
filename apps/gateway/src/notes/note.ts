import { isReading } from '../access/permission';

export const noteKinds = ['CHARGE', 'CUSTOMER'] as const;

/** What a note is about. */
export type NoteKind = (typeof noteKinds)[number];

/** A private text of a person of the store about one of its records (docs/behaviour/notes.md). */
export interface Note {
  readonly id: string;
  readonly kind: NoteKind;
  readonly recordId: string;
  /** The customer of the record, with whom the note goes. */
  readonly customerId: string | undefined;
  readonly authorId: string;
  /** 1 to {@link noteLengthMax} characters, of several lines maybe. */
  readonly content: string;
  readonly createdAt: Date;
}

export const noteLengthMax = 1_000;
export const notesPerRecordMax = 100;

/** A role that changes nothing at all, as VIEWER, only reads notes. */
export function mayAddNotes(permissions: ReadonlySet<string>): boolean {
  return [...permissions].some((name) => !isReading(name));
}

/** The author, as long as the role may add notes, and who may remove people of the team. */
export function mayDeleteNote(
  { authorId }: Pick<Note, 'authorId'>,
  { userId, permissions }: { readonly userId: string; readonly permissions: ReadonlySet<string> },
): boolean {
  return permissions.has('MEMBER:DELETE') || (authorId === userId && mayAddNotes(permissions));
}
