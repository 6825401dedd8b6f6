import { useQuery } from '@tanstack/react-query';
import { account } from '../../api/client';
import { record } from '../../api/problem';
import { meQuery } from '../../session/me';

const factorsKey = ['account', 'factors'] as const;
export const sessionsKey = ['account', 'sessions'] as const;

/** What a new or removed factor changes. */
export const factorRefreshes = [factorsKey, sessionsKey, meQuery.queryKey];

export function useFactors() {
  return useQuery({
    queryKey: factorsKey,
    queryFn: ({ signal }) => record(account.GET('/dashboard/api/auth/factors/list', { signal })),
  });
}

export type Factors = NonNullable<ReturnType<typeof useFactors>['data']>;

export function useSessions() {
  return useQuery({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => record(account.GET('/dashboard/api/auth/sessions/list', { signal })),
  });
}

export function hasFactor({ totp, passkeys }: Factors): boolean {
  return totp || passkeys.length > 0;
}

/** Whether one of the person's factors is all they have. */
export function isLastFactor({ totp, passkeys }: Factors): boolean {
  return (totp ? 1 : 0) + passkeys.length === 1;
}
