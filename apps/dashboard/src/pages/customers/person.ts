import type { Permission } from '../../session/store-context';

/** A customer by id, or everybody with a tax id. */
export type PersonKey = { readonly id: string } | { readonly taxId: string };

/** An export has records of every kind, and needs them all (docs/behaviour/personal-data.md#export-permissions). */
export const exportNeeds: readonly Permission[] = [
  'CUSTOMER:READ',
  'CHECKOUT:READ',
  'COUPON:READ',
  'DISPUTE:READ',
  'BANK_STATEMENT:READ',
  'WITHDRAW:READ',
  'WEBHOOK:READ',
  'EVENT:READ',
];

/** What a person types to confirm: capitals and spaces around it do not count. */
export function isConfirmed(typed: string, ...names: readonly string[]): boolean {
  const plain = (text: string): string => text.trim().toLowerCase();
  return plain(typed) !== '' && names.some((name) => plain(name) === plain(typed));
}
