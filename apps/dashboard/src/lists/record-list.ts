import { useInfiniteQuery } from '@tanstack/react-query';
import { getAt, type ListBody, type ListPath, type QueryAt, type RowAt } from '../api/paths';
import { useStore } from '../session/store-context';
import { useFilters, type Filters } from './filters';

/** Rows of a page of a list; a person asks for the next. */
const rowsPerPage = 50;

export interface PageRequest {
  readonly limit: number;
  readonly after?: string;
}

export type LoadPage<Row> = (page: PageRequest, signal: AbortSignal) => Promise<ListBody<Row>>;

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
  /** Loads any page of it, for an export. */
  readonly load: LoadPage<Row>;
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
    load,
  };
}

/**
 * The records that a path of the API lists: `useListAt('/v2/subscriptions/cycles', ['subscriptions', 'cycles'], { id })`.
 * @param key behind the store and before the query
 */
export function useListAt<Path extends ListPath>(
  path: Path,
  key: readonly string[],
  query: Omit<QueryAt<Path>, keyof PageRequest>,
) {
  return usePathList<RowAt<Path>>(path, key, query);
}

/**
 * The records that a path of the API lists for the filters of the address.
 * @param toQuery the API's parameters of the filters, where they are not the same
 */
export function useFilteredListAt<Path extends ListPath>(
  path: Path,
  key: readonly string[],
  toQuery: (filters: Filters) => object = (filters) => filters,
  refreshMs?: number,
) {
  return usePathList<RowAt<Path>>(path, key, toQuery(useFilters().filters), refreshMs);
}

function usePathList<Row>(path: ListPath, key: readonly string[], query: object, refreshMs?: number): RecordList<Row> {
  const { api, key: storeKey } = useStore();
  const load: LoadPage<Row> = (page, signal) => getAt(api, path, { ...query, ...page }, signal);
  return useRecordList(storeKey(...key, query), load, refreshMs);
}
