import { fromWire, type Product } from '@pitanga/contracts';
import { cents, isAppError, isId, type Cents, type Tenant } from '@pitanga/core';
import type { CallContext } from '@pitanga/rpc';
import { cycles, type Cycle } from '../calendar/schedule';
import type { Deps } from '../deps';

export interface PricedProduct {
  readonly id: string;
  readonly priceCents: Cents;
  /** Absent for one-off and pay-as-you-go products. */
  readonly cycle: Cycle | undefined;
}

/**
 * A live product by its id or its external id, or else the newest deleted one where those count too; an external id may
 * have the form of an id.
 *
 * @throws AppError NOT_FOUND `Produto não encontrado.`
 */
export async function findProduct(
  { products }: Pick<Deps, 'products'>,
  tenant: Tenant,
  reference: string,
  context: CallContext,
  includeDeleted = false,
): Promise<PricedProduct> {
  const byId = { tenant, id: reference, externalId: undefined, includeDeleted };
  const byExternalId = { tenant, id: undefined, externalId: reference, includeDeleted };
  if (!isId('product', reference)) return toPriced((await products.getProduct(byExternalId, context)).product);
  try {
    return toPriced((await products.getProduct(byId, context)).product);
  } catch (error) {
    if (!isAppError(error) || error.kind !== 'NOT_FOUND') throw error;
    return toPriced((await products.getProduct(byExternalId, context)).product);
  }
}

function toPriced(product: Product | undefined): PricedProduct {
  if (!product) throw new Error('billing returned no product');
  const { id, priceCents, cycle } = product;
  return { id, priceCents: cents(priceCents), cycle: cycle && fromWire('BILLING_CYCLE', cycles, cycle) };
}
