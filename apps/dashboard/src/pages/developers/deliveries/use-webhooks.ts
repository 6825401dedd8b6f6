import type { ApiRecord } from '../../../api/records';
import { useGet } from '../../../session/use-get';

export type Webhook = ApiRecord<'Webhook'>;

/** The webhooks of the environment, at most 20; empty until they are there. */
export function useWebhooks(): readonly Webhook[] {
  const { data = [] } = useGet('/v2/webhooks/list', ['webhooks', 'all'], { limit: 100 });
  return data;
}
