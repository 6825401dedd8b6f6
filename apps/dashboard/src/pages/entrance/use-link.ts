import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { account } from '../../api/client';
import { record } from '../../api/problem';

/** The token of a mailed link, which stands after `#`; empty without one. */
export function useLinkToken(): string {
  return useLocation().hash;
}

/** What the link of the address is for. It uses nothing up. */
export function useLink(token: string) {
  return useQuery({
    queryKey: ['link', token],
    queryFn: ({ signal }) => record(account.POST('/dashboard/api/auth/links/open', { body: { token }, signal })),
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export type OpenedLink = NonNullable<ReturnType<typeof useLink>['data']>;
