import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';

interface AfterSignIn {
  readonly continueToApp: () => void;
  /** With what the person has to pass it. */
  readonly toSecondStep: (factors: readonly string[]) => void;
}

/** Leads to the page that a person wanted before they were asked to sign in. Other origins are no such page. */
export function useAfterSignIn(): AfterSignIn {
  const { next = '/' }: { next?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const queries = useQueryClient();
  const wanted = /^\/(?![/\\])/.test(next) ? next : '/';
  return {
    continueToApp: () => {
      queries.clear();
      void navigate({ href: `/dashboard${wanted.replace(/^\/dashboard(?=\/|$)/, '')}`, replace: true });
    },
    toSecondStep: (factors) =>
      void navigate({ to: '/second-factor', search: { next: wanted, with: factors.join(' ') }, replace: true }),
  };
}
