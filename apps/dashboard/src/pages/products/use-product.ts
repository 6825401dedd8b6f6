import { useQuery } from '@tanstack/react-query';
import { record } from '../../api/problem';
import { useStore } from '../../session/store-context';

export function useProduct(id: string) {
  const { api, key } = useStore();
  return useQuery({
    queryKey: key('products', 'one', id),
    queryFn: ({ signal }) => record(api.GET('/v2/products/get', { params: { query: { id } }, signal })),
  });
}
