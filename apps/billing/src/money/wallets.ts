/** What a payer keeps a card in; a payment with it is one by CARD (docs/behaviour/checkouts.md#wallets). */
export const walletNames = ['APPLE_PAY', 'GOOGLE_PAY'] as const;
export type Wallet = (typeof walletNames)[number];

/** In any order. */
export function isSameWallets(a: readonly Wallet[], b: readonly Wallet[]): boolean {
  return a.every((wallet) => b.includes(wallet)) && b.every((wallet) => a.includes(wallet));
}
