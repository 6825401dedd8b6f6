import { Anchor } from '@mantine/core';
import { Card } from '../../parts/card';
import { Money } from '../../parts/money';
import { recordPaths } from '../../parts/record-paths';
import { StoreLink } from '../../parts/store-link';
import { useStore } from '../../session/store-context';
import { useWords } from '../../words/words';
import { useProducts } from './product-names';
import { saleWords } from './sale-words';
import './sale.css';

interface Props {
  readonly items: readonly { readonly id: string; readonly quantity: number }[];
  /** Centavos of one, as it was sold, by the id of the product; without it the price of now. */
  readonly prices?: ReadonlyMap<string, number>;
  /** What is left to pay after coupons, in centavos. */
  readonly discounted?: number | undefined;
}

/** What a page sells, each with its product and price. */
export function SoldItems({ items, prices, discounted }: Props) {
  const say = useWords(saleWords);
  const { may } = useStore();
  const products = useProducts(items.map(({ id }) => id));
  const findPrice = (id: string): number | undefined => prices?.get(id) ?? products.get(id)?.price;
  const gross = items.reduce((sum, { id, quantity }) => sum + (findPrice(id) ?? 0) * quantity, 0);
  const discount = discounted === undefined ? 0 : gross - discounted;
  return (
    <Card title={say('items')}>
      <ul className="sale-items">
        {items.map(({ id, quantity }) => {
          const name = products.get(id)?.name;
          const price = findPrice(id);
          return (
            <li key={id}>
              {name !== undefined && may('PRODUCT:READ') ? (
                <Anchor size="sm" component={StoreLink} to={recordPaths.PRODUCT(id)}>
                  {name}
                </Anchor>
              ) : (
                <code>{name ?? id}</code>
              )}
              <span className="figures">
                {quantity} × {price === undefined ? '' : <Money centavos={price} />}
              </span>
            </li>
          );
        })}
        {discount > 0 && (
          <li>
            <span>{say('discount')}</span>
            <span className="figures">
              <Money centavos={-discount} />
            </span>
          </li>
        )}
      </ul>
    </Card>
  );
}

/** The prices of a charge's items. */
export function toPrices(
  items: readonly { readonly id: string; readonly price: number }[],
): ReadonlyMap<string, number> {
  return new Map(items.map(({ id, price }) => [id, price]));
}
