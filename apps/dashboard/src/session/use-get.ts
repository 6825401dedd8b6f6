import { useQuery, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query';
import { getAt, type GetPath, type GotAt, type QueryAt } from '../api/paths';
import { useStore } from './store-context';

/**
 * What a path of the API answers about the open store: `useGet('/v2/charges/get', ['charges', 'one', id], { id })`.
 * @param key behind the store and environment
 */
export function useGet<Path extends GetPath, Shown = GotAt<Path>>(
  path: Path,
  key: readonly unknown[],
  query?: QueryAt<Path>,
  options?: Omit<UseQueryOptions<GotAt<Path>, Error, Shown>, 'queryKey' | 'queryFn'>,
): UseQueryResult<Shown> {
  const { api, key: storeKey } = useStore();
  return useQuery({
    ...options,
    queryKey: storeKey(...key),
    queryFn: async ({ signal }) => (await getAt<{ data: GotAt<Path> }>(api, path, query ?? {}, signal)).data,
  });
}
