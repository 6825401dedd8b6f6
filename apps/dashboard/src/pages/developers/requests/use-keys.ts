import { useStore } from '../../../session/store-context';
import { useGet } from '../../../session/use-get';

/** The names of the environment's keys by their ids, at most 100; empty for whom may not read keys. */
export function useKeyNames(): ReadonlyMap<string, string> {
  const { may } = useStore();
  const { data = [] } = useGet(
    '/v2/api-keys/list',
    ['api-keys', 'all'],
    { limit: 100 },
    { enabled: may('API_KEY:READ') },
  );
  return new Map(data.map(({ id, description }) => [id, description]));
}
