import { answered } from '../../api/problem';
import type { OpenStore } from '../../session/store-context';

/** Subscriptions with a renewal that could not be charged, as many as a list answers at once. */
export const pastDueQuery = ({ api, key, may }: OpenStore) => ({
  queryKey: key('subscriptions', 'past-due'),
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
    const query = { pastDue: true, limit: 100 };
    const { data, pagination } = await answered(api.GET('/v2/subscriptions/list', { params: { query }, signal }));
    return { rows: data, hasMore: pagination.hasMore };
  },
  enabled: may('CHECKOUT:READ'),
});
