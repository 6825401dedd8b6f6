import type { Cents, Tenant } from '@pitanga/core';
import { jsonb, table, text, type Db } from '@pitanga/database';
import type { Charge } from '../charges/charge';
import type { CheckoutItem } from './checkout';

/** One line of what a charge pays for, as it was sold. */
export type SoldItem = Pick<CheckoutItem, 'productId' | 'productExternalId' | 'name' | 'description' | 'quantity'> & {
  readonly unitPriceCents: Cents;
};

const sold = table('checkouts', { id: text('id'), items: jsonb<readonly SoldItem[]>('items') });

type Sold = Pick<Charge, 'id' | 'checkoutId' | 'upsellItem'>;

/** What charges pay for, by their ids, in one query: the items of their pages, or what was offered afterwards. */
export async function findSoldItems(
  db: Db,
  tenant: Tenant,
  charges: readonly Sold[],
): Promise<ReadonlyMap<string, readonly SoldItem[]>> {
  const ofPages = charges.filter(({ upsellItem }) => upsellItem === undefined);
  const ids = [...new Set(ofPages.flatMap(({ checkoutId }) => checkoutId ?? []))];
  const rows = ids.length === 0 ? [] : await sold.of(db, tenant).whereIn('id', ids).select(sold.columns);
  const items = new Map(rows.map((row) => sold.fromRow(row)).map((page) => [page.id, page.items]));
  return new Map(
    charges.map(({ id, checkoutId, upsellItem }) => [
      id,
      upsellItem ? [upsellItem] : ((checkoutId === undefined ? undefined : items.get(checkoutId)) ?? []),
    ]),
  );
}
