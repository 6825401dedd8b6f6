import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';

interface AfterSignIn {
  readonly goOn: () => void;
  readonly toSecondStep: () => void;
}

/** Leads to the page that a person wanted before they were asked to sign in. Other origins are no such page. */
export function useAfterSignIn(): AfterSignIn {
  const { next = '/' }: { next?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const queries = useQueryClient();
  const wanted = /^\/(?![/\\])/.test(next) ? next : '/';
  return {
    goOn: () => {
      queries.clear();
      void navigate({ href: `/dashboard${wanted.replace(/^\/dashboard(?=\/|$)/, '')}`, replace: true });
    },
    toSecondStep: () => void navigate({ to: '/second-factor', search: { next: wanted }, replace: true }),
  };
}
