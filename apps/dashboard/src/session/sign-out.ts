import { useQueryClient } from '@tanstack/react-query';
import { account } from '../api/client';
import { record } from '../api/problem';

/** Ends the session and forgets everything the page has loaded, even when the server no longer knows the session. */
export function useSignOut(): () => void {
  const queries = useQueryClient();
  return () => {
    void record(account.POST('/dashboard/api/auth/sign-out'))
      .catch(() => undefined)
      .finally(() => {
        queries.clear();
        window.location.assign('/dashboard/sign-in');
      });
  };
}
