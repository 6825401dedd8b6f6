import type { AccountOwner, Cents, Tenant } from '@pitanga/core';
import { move, type Journal } from '../journals/journal';

/** OPEN until it becomes the payment of a charge or is back with its payer. */
export type KeyPaymentState = 'OPEN' | 'ATTACHED' | 'RETURNED';

/** A Pix that no charge asked for. It is in no balance and statement of a store until it pays a charge. */
export interface KeyPayment {
  readonly id: string;
  readonly state: KeyPaymentState;
  readonly amountCents: Cents;
  /** Whose account it came in by. */
  readonly owner: AccountOwner | undefined;
}

/** Receives the money into `suspense`. */
export function planKeyPayment(
  tenant: Tenant,
  payment: KeyPayment,
  { occurredAt, providerAccount }: Pick<Journal, 'occurredAt' | 'providerAccount'>,
): Journal {
  const { amountCents } = payment;
  const entries = move('provider_clearing', 'suspense', amountCents);
  return {
    ...common(tenant, payment),
    id: `key_payment:${payment.id}`,
    kind: 'key_payment.received',
    occurredAt,
    providerAccount,
    entries,
  };
}

/**
 * Takes it out of `suspense` again. Of an attached one the same money comes back by the capture of its charge, whose
 * journal is of the charge's store.
 */
export function planKeyPaymentEnd(
  tenant: Tenant,
  payment: KeyPayment,
  end: Pick<Journal, 'providerAccount'> & { readonly state: Exclude<KeyPaymentState, 'OPEN'>; readonly at: Date },
): Journal {
  const { state, at: occurredAt, providerAccount } = end;
  const kind = state === 'ATTACHED' ? 'key_payment.attached' : 'key_payment.returned';
  const entries = move('suspense', 'provider_clearing', payment.amountCents);
  return {
    ...common(tenant, payment),
    id: `key_payment:${payment.id}:ended`,
    kind,
    occurredAt,
    providerAccount,
    entries,
  };
}

function common(tenant: Tenant, { id, owner }: KeyPayment) {
  return { tenant, referenceId: id, owner, statement: undefined };
}
