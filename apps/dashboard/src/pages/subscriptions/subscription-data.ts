import { useQueries } from '@tanstack/react-query';
import type { ReadApi } from '../../api/client';
import { answered, isProblem, record } from '../../api/problem';
import type { Filters } from '../../lists/filters';
import type { ListBody } from '../../api/paths';
import type { PageRequest } from '../../lists/record-list';
import { useStore } from '../../session/store-context';
import { useGet } from '../../session/use-get';
import { listQuery, searchTarget } from './subscription-search';
import type { Subscription } from './subscription-state';

/** As many as a list answers at once. */
const limit = 100;
/** Names hardly change while a page is open. */
const namesStaleMs = 300_000;

const nothing: ListBody<Subscription> = { data: [], pagination: { hasMore: false, next: null } };

/** A page of the subscriptions that the filters of the address ask for. */
export async function loadSubscriptions(
  api: ReadApi,
  filters: Filters,
  page: PageRequest,
  signal: AbortSignal,
): Promise<ListBody<Subscription>> {
  const found = await found404(findTarget(api, filters['search'], signal));
  if (found === undefined) return nothing;
  if (found.subscription) return { ...nothing, data: [found.subscription] };
  const query = { ...listQuery(filters), ...found.query, ...page };
  return answered(api.GET('/v2/subscriptions/list', { params: { query }, signal }));
}

interface Found {
  readonly query?: Filters;
  readonly subscription?: Subscription;
}

/** What the typed text stands for: a customer is looked up by e-mail or tax id first. */
async function findTarget(api: ReadApi, typed: string | undefined, signal: AbortSignal): Promise<Found> {
  const target = searchTarget(typed);
  if (target === undefined) return {};
  const { by, text } = target;
  if (by === 'subscription') {
    return {
      subscription: await record(api.GET('/v2/subscriptions/get', { params: { query: { id: text } }, signal })),
    };
  }
  if (by !== 'email' && by !== 'taxId') return { query: { [by]: text } };
  const { id } = await record(api.GET('/v2/customers/get', { params: { query: { [by]: text } }, signal }));
  return { query: { customerId: id } };
}

/** Undefined where nothing is found, or the text is no address or tax id at all. */
async function found404<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (problem) {
    if (isProblem(problem) && [400, 404].includes(problem.status)) return undefined;
    throw problem;
  }
}

export function useSubscription(id: string) {
  return useGet('/v2/subscriptions/get', ['subscriptions', 'one', id], { id });
}

/** The next cycle as of now, and the one that is open. */
export function useUpcoming(id: string, isWanted = true) {
  return useGet('/v2/subscriptions/upcoming', ['subscriptions', 'upcoming', id], { id }, { enabled: isWanted });
}

/** The same of a paused one, as if it were resumed now. */
export function useResumption(id: string, resumeFrom: 'ANCHOR' | 'NOW') {
  return useGet('/v2/subscriptions/upcoming', ['subscriptions', 'resumption', id, resumeFrom], { id, resumeFrom });
}

/** Names of products by id; the id itself where the person may not read them. */
export function useProductNames(ids: readonly string[]): (id: string) => string {
  const { api, key, may } = useStore();
  const all = useGet(
    '/v2/products/list',
    ['products', 'names'],
    { limit },
    { enabled: may('PRODUCT:READ'), staleTime: namesStaleMs },
  );
  const names = new Map(all.data?.map(({ id, name }) => [id, name]));
  // A store with more products than one answer has: those that are missing, one by one.
  const missing = all.data === undefined ? [] : unique(ids.filter((id) => !names.has(id)));
  const more = useQueries({
    queries: missing.map((id) => ({
      queryKey: key('products', 'one', id),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        record(api.GET('/v2/products/get', { params: { query: { id } }, signal })),
      staleTime: namesStaleMs,
      retry: false,
    })),
  });
  for (const { data } of more) if (data !== undefined) names.set(data.id, data.name);
  return (id) => names.get(id) ?? id;
}

/** Names of customers by id, or their e-mail; the id itself where the person may not read them. */
export function useCustomerNames(ids: readonly string[]): (id: string) => string {
  const { api, key, may } = useStore();
  const found = useQueries({
    queries: (may('CUSTOMER:READ') ? unique(ids) : []).map((id) => ({
      queryKey: key('customers', 'one', id),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        record(api.GET('/v2/customers/get', { params: { query: { id } }, signal })),
      staleTime: namesStaleMs,
      retry: false,
    })),
  });
  const names = new Map<string, string>();
  for (const { data } of found) if (data !== undefined) names.set(data.id, data.name || data.email);
  return (id) => names.get(id) || id;
}

const unique = (ids: readonly string[]): string[] => [...new Set(ids)];
