import { useQuery } from '@tanstack/react-query';
import { record } from '../api/problem';
import { storeDay } from '../format/time';
import { useStore } from './store-context';

/** The time of the open environment: in test the store's clock, which may be ahead (docs/behaviour/test-clock.md). */
export function useStoreClock(): { readonly now: () => Date; readonly today: () => string } {
  const { api, key, may, isLive } = useStore();
  const { data: aheadMs = 0 } = useQuery({
    queryKey: key('test-clock', 'ahead'),
    queryFn: async ({ signal }) => {
      const clock = await record(api.GET('/v2/test-clock/get', { signal }));
      return Date.parse(clock.now) - Date.now();
    },
    enabled: !isLive && may('STORE:READ'),
  });
  const now = (): Date => new Date(Date.now() + aheadMs);
  return { now, today: () => storeDay(now()) };
}

/** Real time, which test clocks do not move. */
export function realNow(): Date {
  return new Date(Date.now());
}

/** The day by real time: keys expire by it. */
export function realToday(): string {
  return storeDay(realNow());
}
