import { useQueries } from '@tanstack/react-query';
import { record } from '../../api/problem';
import { useStore } from '../../session/store-context';
import { useGet } from '../../session/use-get';

/** The newest come together. */
const atOnce = 100;
/** As many of the others are asked for one by one; further ones are shown without a name. */
const singlyMax = 25;

/** The names of customers by their ids, for those who may read customers. */
export function useCustomerNames(ids: readonly string[]): ReadonlyMap<string, string> {
  const { api, key, may } = useStore();
  const mayRead = may('CUSTOMER:READ');
  const newest = useGet(
    '/v2/customers/list',
    ['customers', 'newest'],
    { limit: atOnce },
    { enabled: mayRead && ids.length > 0, retry: false },
  );
  const known = new Map((newest.data ?? []).map(({ id, name }) => [id, name]));
  const missing = newest.isSuccess ? [...new Set(ids)].filter((id) => !known.has(id)).slice(0, singlyMax) : [];
  const found = useQueries({
    queries: missing.map((id) => ({
      queryKey: key('customers', 'one', id),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        record(api.GET('/v2/customers/get', { params: { query: { id } }, signal })),
      retry: false,
      staleTime: 60_000,
    })),
  });
  for (const { data } of found) if (data) known.set(data.id, data.name);
  return known;
}
