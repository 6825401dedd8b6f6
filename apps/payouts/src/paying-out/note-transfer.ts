import type { Tenant } from '@pitanga/core';
import { findOrder } from '../asaas-accounts/asaas-order-repository';
import type { Deps } from '../deps';
import { makePayoutDue } from '../payouts/payout-repository';

/**
 * An order at Asaas has changed: its payout is read there at once, which alone says how it stands. The binding goes before what the
 * order names: another order may name the same payout.
 * @param transfer.payoutId what the order names as its cause; empty for none
 */
export async function noteTransfer(
  { db, clock }: Deps,
  tenant: Tenant,
  { orderId, payoutId }: { readonly orderId: string; readonly payoutId: string },
): Promise<void> {
  const bound = await findOrder(db, tenant, orderId);
  const id = bound?.payoutId ?? payoutId;
  if (id !== '') await makePayoutDue(db, tenant, id, clock.real());
}
