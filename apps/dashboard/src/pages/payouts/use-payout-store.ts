import type { ApiRecord } from '../../api/records';
import { useStore } from '../../session/store-context';
import { useGet } from '../../session/use-get';

/** The store with its balance, fee and limit of approvals; undefined before it has come, and for who may not read it. */
export function usePayoutStore(): ApiRecord<'Store'> | undefined {
  const { may } = useStore();
  const { data } = useGet('/v2/store/get', ['store'], undefined, { enabled: may('STORE:READ') });
  return data;
}
