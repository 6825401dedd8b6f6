import type { Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import type { Deps } from '../deps';
import { planKeyPayment, planKeyPaymentEnd, type KeyPayment, type KeyPaymentState } from '../key-payments/key-payment';
import { endKeyPayment, insertKeyPayment } from '../key-payments/key-payment-repository';
import { postJournals } from './post-journals';

/** The content of an event about a Pix that no charge asked for. */
export interface KeyPaymentInput extends Omit<KeyPayment, 'state'> {
  readonly tenant: Tenant;
  readonly receivedAt: Date;
  /** The store's account that it came in by, and that sends it back. */
  readonly providerAccount?: string | undefined;
}

/** Posts it to suspense. A repeat changes nothing. */
export async function receiveKeyPayment(deps: Deps, input: KeyPaymentInput): Promise<void> {
  const { tenant, receivedAt, providerAccount, ...received } = input;
  const payment: KeyPayment = { ...received, state: 'OPEN' };
  await transact(deps, async (tx) => {
    if (!(await insertKeyPayment(tx.db, tenant, payment, receivedAt))) return;
    await postJournals(tx, [planKeyPayment(tenant, payment, { occurredAt: receivedAt, providerAccount })]);
  });
}

/** Posts its end, and first its receipt if that has not arrived yet. A repeat changes nothing. */
export async function endKeyPaymentOnce(
  deps: Deps,
  input: KeyPaymentInput,
  end: { readonly state: Exclude<KeyPaymentState, 'OPEN'>; readonly at: Date },
): Promise<void> {
  await receiveKeyPayment(deps, input);
  await transact(deps, async (tx) => {
    const { tenant, providerAccount } = input;
    const payment = await endKeyPayment(tx.db, tenant, input.id, end);
    if (payment) await postJournals(tx, [planKeyPaymentEnd(tenant, payment, { ...end, providerAccount })]);
  });
}
