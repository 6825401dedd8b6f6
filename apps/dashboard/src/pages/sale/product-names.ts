import { useQueries } from '@tanstack/react-query';
import { record } from '../../api/problem';
import type { ApiRecord } from '../../api/records';
import { useStore } from '../../session/store-context';
import { useGet } from '../../session/use-get';
import { useWords } from '../../words/words';
import { saleWords } from './sale-words';

type Product = ApiRecord<'Product'>;

const atOnce = 100;
/** More are shown by their ids. */
const singlyMax = 25;

/** Products by their ids, and whether all that there are have come. */
interface Products extends ReadonlyMap<string, Product> {
  readonly isComplete: boolean;
}

/** Products by their ids: the newest come together, the others one by one. A deleted one is none. */
export function useProducts(ids: readonly string[]): Products {
  const { api, key } = useStore();
  const newest = useGet('/v2/products/list', ['products', 'newest'], { limit: atOnce }, { enabled: ids.length > 0 });
  const known = new Map((newest.data ?? []).map((product) => [product.id, product]));
  const missing = newest.isSuccess ? [...new Set(ids)].filter((id) => !known.has(id)).slice(0, singlyMax) : [];
  const found = useQueries({
    queries: missing.map((id) => ({
      queryKey: key('products', 'one', id),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        record(api.GET('/v2/products/get', { params: { query: { id } }, signal })),
      retry: false,
      staleTime: 60_000,
    })),
  });
  for (const { data } of found) if (data) known.set(data.id, data);
  const isComplete = !newest.isPending && found.every(({ isPending }) => !isPending);
  return Object.assign(known, { isComplete });
}

/** "Camiseta", "Camiseta e mais 2". */
export function saleTitle(
  items: readonly { readonly id: string }[],
  products: ReadonlyMap<string, Pick<Product, 'name'>>,
  say: (key: 'andMore', values: { name: string; count: number }) => string,
): string {
  const [first] = items;
  const name = first === undefined ? '' : (products.get(first.id)?.name ?? first.id);
  return items.length > 1 ? say('andMore', { name, count: items.length - 1 }) : name;
}

/** The titles of the rows of a list of sales, by their first product. */
export function useSaleTitles(rows: readonly Pick<ApiRecord<'Checkout'>, 'items'>[]) {
  const say = useWords(saleWords);
  const products = useProducts(rows.flatMap(({ items }) => items.slice(0, 1).map(({ id }) => id)));
  return ({ items }: Pick<ApiRecord<'Checkout'>, 'items'>): string => saleTitle(items, products, say);
}
