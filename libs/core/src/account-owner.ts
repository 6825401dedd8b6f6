/** Whose an account at a bank or provider is: the merchant's, or the operator's of the installation. */
export const accountOwners = ['MERCHANT', 'OPERATOR'] as const;
export type AccountOwner = (typeof accountOwners)[number];
