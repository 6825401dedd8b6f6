import { Anchor } from '@mantine/core';
import { Card } from '../../parts/card';
import { recordPaths } from '../../parts/record-paths';
import { StoreLink } from '../../parts/store-link';
import { useStore } from '../../session/store-context';
import { useWords } from '../../words/words';
import { useProducts } from './product-names';
import { saleWords } from './sale-words';
import './sale.css';

/** What a page sells, each with its product. */
export function SoldItems({
  items,
}: {
  readonly items: readonly { readonly id: string; readonly quantity: number }[];
}) {
  const say = useWords(saleWords);
  const { may } = useStore();
  const products = useProducts(items.map(({ id }) => id));
  return (
    <Card title={say('items')}>
      <ul className="sale-items">
        {items.map(({ id, quantity }) => {
          const name = products.get(id)?.name;
          return (
            <li key={id}>
              {name !== undefined && may('PRODUCT:READ') ? (
                <Anchor size="sm" component={StoreLink} to={recordPaths.PRODUCT(id)}>
                  {name}
                </Anchor>
              ) : (
                <code>{name ?? id}</code>
              )}
              <span className="figures">{quantity} ×</span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
