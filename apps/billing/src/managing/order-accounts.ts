import { invalidArgument, type Tenant } from '@pitanga/core';
import { saveOrder } from '../account-orders/account-order-repository';
import type { Deps } from '../deps';
import type { PaymentMethod } from '../money/fees';

/**
 * Sets which account is asked first for new payments of a method (docs/behaviour/providers.md#provider-order).
 * @param names every account that takes it, once, as charges name them
 * @throws AppError INVALID_ARGUMENT for others: who orders them has seen all of them
 */
export async function orderAccounts(
  { db, clock, findProviders, accountOrders }: Pick<Deps, 'db' | 'clock' | 'findProviders' | 'accountOrders'>,
  tenant: Tenant,
  method: PaymentMethod,
  names: readonly string[],
): Promise<void> {
  const { order } = await findProviders(tenant);
  const taking = order?.[method].map(({ name }) => name) ?? [];
  if (names.length !== taking.length || !taking.every((name) => names.includes(name))) {
    throw invalidArgument(
      `Property 'providers' should name each account that takes ${method} once, and no other`,
      'ACCOUNT_ORDER_INVALID',
    );
  }
  await saveOrder(db, tenant, method, names, clock.real());
  accountOrders.forget(tenant.storeId);
}
