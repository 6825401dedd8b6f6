import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { meQuery } from '../../../session/me';

/** Opens the store of a sandbox, which may have come into being since this browser asked for the person's stores. */
export function useEnter(): (storeId: string) => Promise<void> {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async (storeId) => {
    await queries.query({ ...meQuery, staleTime: 0 }).catch(() => undefined);
    await navigate({ to: `/${storeId}/test` });
  };
}
