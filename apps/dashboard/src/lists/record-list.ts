import { useInfiniteQuery } from '@tanstack/react-query';

/** Rows of a page of a list; a person asks for the next. */
const rowsPerPage = 50;

export interface PageRequest {
  readonly limit: number;
  readonly after?: string;
}

/** The envelope of a list (docs/behaviour/http.md). */
export interface ListBody<Row> {
  readonly data: readonly Row[];
  readonly pagination: { readonly hasMore: boolean; readonly next: string | null };
}

export type LoadPage<Row> = (page: PageRequest, signal?: AbortSignal) => Promise<ListBody<Row>>;

export interface RecordList<Row> {
  readonly rows: readonly Row[];
  /** Nothing has been shown yet. */
  readonly isFirstLoad: boolean;
  /** New rows are asked for while the earlier ones stay on the page. */
  readonly isStale: boolean;
  readonly isLoadingMore: boolean;
  readonly problem: Error | null;
  readonly retry: () => void;
  /** Undefined at the end of the list. */
  readonly loadMore: (() => void) | undefined;
}

/**
 * A list by cursor. The rows of earlier filters stay until the new ones come, and those of a list that a person comes
 * back to are there at once.
 * @param key from `useStore().key(…)`, with the filters
 * @param refreshMs loads it again that often while the page is in front; never when left out
 */
export function useRecordList<Row>(key: readonly unknown[], load: LoadPage<Row>, refreshMs?: number): RecordList<Row> {
  const query = useInfiniteQuery({
    queryKey: key,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      load({ limit: rowsPerPage, ...(pageParam === undefined ? {} : { after: pageParam }) }, signal),
    getNextPageParam: ({ pagination }) => (pagination.hasMore ? (pagination.next ?? undefined) : undefined),
    placeholderData: (previous) => previous,
    refetchInterval: refreshMs ?? false,
  });
  return {
    rows: query.data?.pages.flatMap(({ data }) => data) ?? [],
    isFirstLoad: query.isPending,
    isStale: query.isPlaceholderData,
    isLoadingMore: query.isFetchingNextPage,
    problem: query.error,
    retry: () => void query.refetch(),
    loadMore: query.hasNextPage ? () => void query.fetchNextPage() : undefined,
  };
}
