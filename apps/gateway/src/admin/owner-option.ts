import { Option } from 'commander';

export type OwnerFlag = 'merchant' | 'operator';

const owners = { merchant: 'ACCOUNT_OWNER_MERCHANT', operator: 'ACCOUNT_OWNER_OPERATOR' } as const;

/** Whose the account is that a command sets. */
export function ownerOption(): Option {
  return new Option('--owner <whose>', "merchant: the store's own, set for it at its request")
    .choices(Object.keys(owners))
    .default('operator' satisfies OwnerFlag);
}

export function ownerToWire(flag: OwnerFlag) {
  return owners[flag];
}
