import { invalidArgument } from '@pitanga/core';

/** The customer and the payment method of a card in the vault. */
export function vaulted(vaultReference: string): { readonly customer: string; readonly payment_method: string } {
  const [, customer, method] = /^(cus_\w+)\/(pm_\w+)$/.exec(vaultReference) ?? [];
  if (customer === undefined || method === undefined) {
    throw invalidArgument('The card is not in the vault', 'CARD_NOT_IN_VAULT');
  }
  return { customer, payment_method: method };
}
