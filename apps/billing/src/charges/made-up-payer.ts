import { normalizeTaxId } from '@pitanga/core';
import { checkedTaxId, type Customer } from '../customers/customer';

/** The payer of a simulation without one. */
export const madeUpName = 'Pagador de Teste';

/** The payer of a simulation request; the tax id is not masked. */
export interface SimulatedPayer {
  readonly name?: string | undefined;
  readonly taxId?: string | undefined;
}

/**
 * The payer of a simulated payment: that of the request, else the customer, else a made-up one whose CPF derives from
 * the charge, so that a repeat has the same payer.
 */
export function simulatedPayer(
  named: SimulatedPayer | undefined,
  customer: Customer | undefined,
  chargeId: string,
): { readonly name: string; readonly taxId: string } {
  const isCustomer = named?.taxId === undefined || normalizeTaxId(named.taxId) === customer?.taxId;
  const name = named?.name ?? (isCustomer ? customer?.name : undefined) ?? madeUpName;
  const taxId = named?.taxId === undefined ? (customer?.taxId ?? madeUpCpf(chargeId)) : checkedTaxId(named.taxId);
  return { name, taxId };
}

/** A valid CPF derived from a text. */
export function madeUpCpf(text: string): string {
  const hash = Array.from(text).reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 999_999_937, 7);
  const digits = Array.from(String(hash).padStart(9, '0'), Number);
  // Nine equal digits lead to eleven equal ones, which are no valid CPF.
  if (new Set(digits).size === 1) digits[0] = ((digits[0] ?? 0) + 1) % 10;
  for (const length of [9, 10]) {
    const sum = digits.reduce((total, digit, index) => total + digit * (length + 1 - index), 0);
    digits.push(sum % 11 < 2 ? 0 : 11 - (sum % 11));
  }
  return digits.join('');
}
