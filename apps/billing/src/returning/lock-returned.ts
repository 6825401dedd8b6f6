import type { Tenant } from '@pitanga/core';
import { findCharge } from '../charges/charge-queries';
import { lockCharge, type LockedCharge } from '../checkouts/locked-charge-repository';
import type { Customer } from '../customers/customer';
import { findCustomerById } from '../customers/customer-queries';
import type { TxDeps } from '../deps';

/** A charge whose money goes back, and its customer. */
export interface ReturnedCharge extends LockedCharge {
  readonly customer: Customer | undefined;
}

/** Locks a charge of any origin, and its checkout; undefined for an unknown id. */
export async function lockReturned(
  { db, sealer }: TxDeps,
  tenant: Tenant,
  chargeId: string,
): Promise<ReturnedCharge | undefined> {
  const found = await findCharge(db, tenant, chargeId);
  const locked = found && (await lockCharge(db, tenant, found));
  return locked && { ...locked, customer: await findCustomerById(db, tenant, sealer, locked.charge.customerId) };
}
