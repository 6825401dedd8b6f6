import { useQuery } from '@tanstack/react-query';
import { record } from '../../../api/problem';
import type { Period } from '../../../lists/periods';
import { useStore } from '../../../session/store-context';
import { periodBefore } from './received';

/** What came in in the days, and the days right before, of which the first answer has the sums alone. */
export function useReceived(period: Period) {
  const { api, key } = useStore();
  const queryOf = ({ startDate, endDate }: Period) => ({
    queryKey: key('revenue', 'received', startDate, endDate),
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      record(api.GET('/v2/revenue/received', { params: { query: { startDate, endDate } }, signal })),
  });
  return { now: useQuery(queryOf(period)), before: useQuery(queryOf(periodBefore(period))) };
}
