import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { account, storeHeaders } from '../api/client';
import { record } from '../api/problem';
import { storeDay } from '../format/time';
import { useStore } from '../session/store-context';

/** Some of it makes no event that this person may hear. */
const refetchInterval = 60_000;

export type Bell = Awaited<ReturnType<typeof fetchBell>>;
export type Notice = Bell['notices'][number];
export type NoticeKind = Notice['kind'];

function fetchBell(headers: Readonly<Record<string, string>>, signal: AbortSignal) {
  return record(account.GET('/dashboard/api/notices/list', { headers, signal }));
}

/** What the person is notified of in the open store; an event of the store loads it again. */
export function useBell(): UseQueryResult<Bell> {
  const { scope, key } = useStore();
  return useQuery({
    queryKey: key('notices'),
    queryFn: ({ signal }) => fetchBell(storeHeaders(scope), signal),
    refetchInterval,
  });
}

/** Notices that are one line: one, or several of a kind and a day that follow each other. */
export interface NoticeLine {
  readonly kind: NoticeKind;
  /** The newest first. */
  readonly notices: readonly [Notice, ...Notice[]];
  readonly isRead: boolean;
}

/** From so many on, notices of a kind that follow each other are one line. */
const foldedLeast = 3;

/** The lines of the bell, the newest first. */
export function toLines(notices: readonly Notice[]): readonly NoticeLine[] {
  const runs: [Notice, ...Notice[]][] = [];
  for (const notice of notices) {
    const run = runs.at(-1);
    if (run && isOfRun(run[0], notice)) run.push(notice);
    else runs.push([notice]);
  }
  return runs.flatMap((run): NoticeLine[] => {
    const [{ kind, isRead }] = run;
    return run.length < foldedLeast
      ? run.map((notice) => ({ kind, notices: [notice], isRead }))
      : [{ kind, notices: run, isRead }];
  });
}

function isOfRun(first: Notice, { kind, isRead, createdAt }: Notice): boolean {
  const day = (at: string): string => storeDay(new Date(at));
  return first.kind === kind && first.isRead === isRead && day(first.createdAt) === day(createdAt);
}

/** The page of a line: of its record, or of the list in which its records are. */
export function linePath({ notices }: NoticeLine): string {
  const [{ path }] = notices;
  return notices.length === 1 || path.startsWith('/settings') ? path : path.slice(0, path.lastIndexOf('/'));
}
