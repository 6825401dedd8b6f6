import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { meQuery } from '../session/me';
import { lastPlace } from '../session/environment';
import { chooseFirstPlace } from '../session/first-place';

/** The bare address. */
export function FirstPlace() {
  const { data: me } = useQuery(meQuery);
  return me ? <Navigate to={chooseFirstPlace(me.stores, lastPlace())} replace /> : null;
}
