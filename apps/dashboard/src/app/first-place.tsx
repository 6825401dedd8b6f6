import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { meQuery } from '../session/me';
import { environmentNames, lastPlace } from '../session/environment';
import { isSandbox } from '../session/store-groups';

/**
 * The bare address leads to where the person was last, else to the test environment of their only store, else to the
 * choice among their stores, else to creating one.
 */
export function FirstPlace() {
  const { data: me } = useQuery(meQuery);
  if (!me) return null;
  const last = lastPlace();
  const own = me.stores.filter((one) => !isSandbox(one));
  const store = me.stores.find(({ id }) => id === last?.storeId) ?? (own.length === 1 ? own[0] : undefined);
  if (store) {
    const environment = store.id === last?.storeId ? last.environment : 'dev';
    return <Navigate to={`/${store.id}/${environmentNames[environment]}` as never} replace />;
  }
  return <Navigate to={me.stores.length > 0 ? '/stores' : '/stores/create'} replace />;
}
