import { useQuery } from '@tanstack/react-query';
import { record } from '../../api/problem';
import { useStore } from '../../session/store-context';

export function useCustomer(id: string) {
  const { api, key } = useStore();
  return useQuery({
    queryKey: key('customers', 'one', id),
    queryFn: ({ signal }) => record(api.GET('/v2/customers/get', { params: { query: { id } }, signal })),
  });
}
