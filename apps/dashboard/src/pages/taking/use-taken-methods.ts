import { useQuery } from '@tanstack/react-query';
import { record } from '../../api/problem';
import { useStore } from '../../session/store-context';
import { readTaken, toTaken, type PaymentMethod } from './taken-methods';

/** The methods by which the store can take payments in the open environment; undefined while that is not known. */
export function useTakenMethods(): readonly PaymentMethod[] | undefined {
  const { api, key, may } = useStore();
  const mayReadProviders = may('CONNECT:READ');
  const { data } = useQuery({
    queryKey: key('providers', 'taken', mayReadProviders),
    queryFn: async ({ signal }) => {
      if (mayReadProviders) return toTaken((await record(api.GET('/v2/providers/methods', { signal }))).methods);
      const [store, { items }] = await Promise.all([
        record(api.GET('/v2/store/get', { signal })),
        record(api.GET('/v2/store/readiness', { signal })),
      ]);
      return readTaken(store.methods, items);
    },
    enabled: mayReadProviders || may('STORE:READ'),
  });
  return data;
}
