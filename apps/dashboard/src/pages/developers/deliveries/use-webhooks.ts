import { useQuery } from '@tanstack/react-query';
import { record } from '../../../api/problem';
import type { ApiRecord } from '../../../api/records';
import { useStore } from '../../../session/store-context';

export type Webhook = ApiRecord<'Webhook'>;

/** The webhooks of the environment, at most 20; empty until they are there. */
export function useWebhooks(): readonly Webhook[] {
  const { api, key } = useStore();
  const { data = [] } = useQuery({
    queryKey: key('webhooks', 'all'),
    queryFn: ({ signal }) => record(api.GET('/v2/webhooks/list', { params: { query: { limit: 100 } }, signal })),
  });
  return data;
}
