/** What an advance costs of its amount, in basis points, rounded half up; exact for every amount of the API. */
export function costInBasisPoints({ amount, cost }: { readonly amount: number; readonly cost: number }): number {
  if (amount === 0) return 0;
  return Number((BigInt(cost) * 20_000n + BigInt(amount)) / (2n * BigInt(amount)));
}
