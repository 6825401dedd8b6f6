import type { PixTarget } from '@pitanga/core';

/**
 * How Asaas wants phones: INTERNATIONAL +5511987654321, NATIONAL 11987654321. Integrators report both; either comes with the
 * type of the key, so that 11 digits are no CPF.
 */
export const phoneKeyForms = ['INTERNATIONAL', 'NATIONAL'] as const;
export type PhoneKeys = (typeof phoneKeyForms)[number];

/** A key as Asaas names it. */
export function toAsaasKey(
  { type, key }: PixTarget,
  phoneKeys: PhoneKeys,
): { readonly type: string; readonly key: string } {
  if (type === 'RANDOM') return { type: 'EVP', key };
  if (type === 'PHONE') return { type, key: phoneKeys === 'NATIONAL' ? key.replace(/^\+55/, '') : key };
  return { type, key };
}
