import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useAction, type Action } from '../../actions/use-action';
import { account, storeHeaders } from '../../api/client';
import { record } from '../../api/problem';
import { useStore } from '../../session/store-context';
import { useWords } from '../../words/words';
import { notesWords } from './notes-words';

/** What notes are on. */
export interface Noted {
  readonly kind: 'charges' | 'customers';
  readonly id: string;
}

/** As many as a record may have. */
export const notesMax = 100;
export const noteLengthMax = 1_000;

export type RecordNotes = Awaited<ReturnType<typeof fetchNotes>>;
export type ShownNote = RecordNotes['notes'][number];

function fetchNotes({ kind, id }: Noted, headers: Readonly<Record<string, string>>, signal: AbortSignal) {
  const options = { params: { query: { id } }, headers, signal };
  return record(
    kind === 'charges'
      ? account.GET('/dashboard/api/notes/charges/list', options)
      : account.GET('/dashboard/api/notes/customers/list', options),
  );
}

const notesKey = ({ kind, id }: Noted) => ['notes', kind, id] as const;

/** What the team has noted on a record, newest first. */
export function useNotes(noted: Noted): UseQueryResult<RecordNotes> {
  const { scope, key } = useStore();
  return useQuery({
    queryKey: key(...notesKey(noted)),
    queryFn: ({ signal }) => fetchNotes(noted, storeHeaders(scope), signal),
  });
}

export function useAddNote(noted: Noted, onDone: () => void): Action<string> {
  const say = useWords(notesWords);
  const { scope, key } = useStore();
  const { kind, id } = noted;
  return useAction({
    run: (notes: string) => {
      const options = { body: { id, notes }, headers: storeHeaders(scope) };
      return record(
        kind === 'charges'
          ? account.POST('/dashboard/api/notes/charges/add', options)
          : account.POST('/dashboard/api/notes/customers/add', options),
      );
    },
    refreshes: [key(...notesKey(noted))],
    done: say('added'),
    onDone,
  });
}

/** Started with the id of a note. */
export function useDeleteNote(noted: Noted, onDone: () => void): Action<string> {
  const say = useWords(notesWords);
  const { scope, key } = useStore();
  return useAction({
    run: (id: string) => {
      const options = { body: { id }, headers: storeHeaders(scope) };
      return record(
        noted.kind === 'charges'
          ? account.POST('/dashboard/api/notes/charges/delete', options)
          : account.POST('/dashboard/api/notes/customers/delete', options),
      );
    },
    refreshes: [key(...notesKey(noted))],
    done: say('deleted'),
    onDone,
  });
}
