import { queryOptions } from '@tanstack/react-query';
import { account } from '../api/client';
import { record } from '../api/problem';

/** The person who is signed in, their factors and their stores with what they may do. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => record(account.GET('/dashboard/api/me', { signal })),
  staleTime: 30_000,
});

export type Me = Awaited<ReturnType<NonNullable<typeof meQuery.queryFn>>>;
export type Membership = Me['stores'][number];
