import type { CrossTenant, Tenant } from '@pitanga/core';
import type { Deps, ReadDeps } from '../deps';
import { listOwnAccounts, listStoresOfAccount } from '../key-payments/inbox-repository';
import type { KeyPayment } from '../key-payments/key-payment';
import { keyPaymentAccountGone, keyPaymentNotFound } from '../key-payments/key-payment-errors';
import { findKeyPayment } from '../key-payments/key-payment-repository';
import type { PixProvider } from '../provider/pix-provider';
import { pixOfAccount } from '../provider/providers';

/** Who decides: the operator also decides what accounts received that several stores share. */
export interface Decider {
  readonly byOperator: boolean;
}

/** NOT_FOUND for a Pix of another store and, except for the operator, of a shared account. */
export async function requireKeyPayment(
  { db, sealer }: Pick<ReadDeps, 'db' | 'sealer'>,
  all: CrossTenant,
  tenant: Tenant,
  id: string,
  { byOperator }: Decider,
): Promise<KeyPayment> {
  const accounts = byOperator ? undefined : await listOwnAccounts(db, all, tenant);
  const payment = await findKeyPayment(db, tenant, sealer, id, { accounts });
  if (!payment) throw keyPaymentNotFound();
  return payment;
}

/** The adapter of the account that it came in by, of whichever store has it now. @throws AppError UNAVAILABLE without one */
export async function findReceivingAccount(
  deps: Deps,
  all: CrossTenant,
  { account }: KeyPayment,
): Promise<PixProvider> {
  for (const { tenant, isCurrent } of await listStoresOfAccount(deps.db, all, account)) {
    if (!isCurrent) continue;
    const pix = pixOfAccount(await deps.findProviders(tenant), account);
    if (pix) return pix;
  }
  throw keyPaymentAccountGone();
}
