import { isAppError, type Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import type { Authorization } from '../authorizations/authorization';
import type { Charge } from '../charges/charge';
import { saveCode } from '../charges/charge-repository';
import { lockCharge } from '../checkouts/locked-charge-repository';
import { findCustomerById } from '../customers/customer-queries';
import type { Debit } from '../debits/debit';
import type { Deps } from '../deps';
import type { AutomaticPixProvider, CodeOrder } from '../provider/automatic-pix-provider';
import { unpaidCode } from './debit-at-bank';
import { settleDebit } from './settle-debit';
import { toDebtor } from '../subscribing/start-authorization';

/**
 * Registers the code of a cycle whose payer has not authorised a debit, and writes it to the charge. May be repeated.
 *
 * @throws AppError UNAVAILABLE when the outcome is unknown, FAILED_PRECONDITION when the bank refuses
 */
export async function sendCode(
  deps: Deps,
  tenant: Tenant,
  provider: AutomaticPixProvider,
  { debit, charge, authorization }: CodeToSend,
): Promise<void> {
  const { txid, amountCents, collectOn: day } = debit;
  const { merchantName, merchantCity } = await deps.settings.of(deps.db, tenant);
  const customer = await findCustomerById(deps.db, tenant, deps.sealer, charge.customerId);
  if (!customer) throw new Error(`charge ${charge.id} has no customer`);
  const debtor = toDebtor(customer);
  const description = undefined;
  const order = { txid, amountCents, day, merchantName, merchantCity, description, debtor };
  const brCode = await register(provider, order, authorization);
  await transact(deps, async (tx) => {
    const locked = (await lockCharge(tx.db, tenant, charge))?.charge;
    // Cancelled meanwhile: what the bank has is found by the debit's next poll.
    if (locked?.status !== 'PENDING' || !locked.pix) return;
    const pix = { ...locked.pix, brCode };
    await saveCode(tx.db, tenant, { ...locked, pix, updatedAt: tx.clock.now(tenant) });
  });
  await settleDebit(deps, tenant, debit, unpaidCode);
}

export interface CodeToSend {
  readonly debit: Debit;
  readonly charge: Charge;
  readonly authorization: Authorization | undefined;
}

/** While the payer may still authorise, the code offers it again; a bank that does not take it gives a plain one. */
async function register(
  provider: AutomaticPixProvider,
  order: CodeOrder,
  authorization: Authorization | undefined,
): Promise<string> {
  const { brCode } = await provider.createCode(order);
  if (authorization?.status !== 'WAITING' || authorization.authorizationId === undefined) return brCode;
  try {
    return await provider.readAuthorizationCode(authorization.authorizationId, order.txid);
  } catch (error) {
    if (!isAppError(error) || error.kind !== 'FAILED_PRECONDITION') throw error;
    return brCode;
  }
}
