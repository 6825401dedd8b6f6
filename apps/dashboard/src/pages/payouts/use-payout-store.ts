import { useQuery } from '@tanstack/react-query';
import { record } from '../../api/problem';
import type { ApiRecord } from '../../api/records';
import { useStore } from '../../session/store-context';

/** The store with its balance, fee and limit of approvals; undefined before it has come, and for who may not read it. */
export function usePayoutStore(): ApiRecord<'Store'> | undefined {
  const { api, key, may } = useStore();
  const { data } = useQuery({
    queryKey: key('store'),
    queryFn: ({ signal }) => record(api.GET('/v2/store/get', { signal })),
    enabled: may('STORE:READ'),
  });
  return data;
}
