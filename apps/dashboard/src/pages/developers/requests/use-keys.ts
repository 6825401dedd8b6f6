import { useQuery } from '@tanstack/react-query';
import { record } from '../../../api/problem';
import { useStore } from '../../../session/store-context';

/** The names of the environment's keys by their ids, at most 100; empty for whom may not read keys. */
export function useKeyNames(): ReadonlyMap<string, string> {
  const { api, key, may } = useStore();
  const { data = [] } = useQuery({
    queryKey: key('api-keys', 'all'),
    enabled: may('API_KEY:READ'),
    queryFn: ({ signal }) => record(api.GET('/v2/api-keys/list', { params: { query: { limit: 100 } }, signal })),
  });
  return new Map(data.map(({ id, description }) => [id, description]));
}
