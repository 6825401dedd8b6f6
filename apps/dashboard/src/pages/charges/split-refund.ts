/** Who bears a refund of a split payment: all owners in proportion, the store alone, or each as it is typed. */
export const bearers = ['PROPORTION', 'STORE', 'CHOSEN'] as const;
export type Bearer = (typeof bearers)[number];

/** What each seller bears, in centavos, by its sub-account. */
export type Shares = Readonly<Record<string, number | undefined>>;

/** `splitRefunds` of a refund; undefined, where the API is to take of each in proportion. */
export function splitRefunds(bearer: Bearer, shares: Shares) {
  if (bearer === 'PROPORTION') return undefined;
  if (bearer === 'STORE') return [];
  return Object.entries(shares).flatMap(([subAccountId, amount = 0]) => (amount > 0 ? [{ subAccountId, amount }] : []));
}

/** What the store bears of it; negative where the sellers' shares are more than the refund. */
export function storesShare(amount: number, shares: Shares): number {
  return Object.values(shares).reduce<number>((left, share = 0) => left - share, amount);
}
