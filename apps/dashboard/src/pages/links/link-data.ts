import { useQuery } from '@tanstack/react-query';
import { record } from '../../api/problem';
import { useStore } from '../../session/store-context';

/** One payment link with its newest payments. */
export function useLink(id: string) {
  const { api, key } = useStore();
  return useQuery({
    queryKey: key('links', 'one', id),
    queryFn: ({ signal }) => record(api.GET('/v2/payment-links/get', { params: { query: { id } }, signal })),
  });
}
