/** `npm test` runs the short form of a proof; `npm run proof` sets PROOF_ROUNDS and so asks for the long one. */
// eslint-disable-next-line no-restricted-syntax -- how npm run proof reaches the tests
export const isLong = process.env['PROOF_ROUNDS'] !== undefined;

// eslint-disable-next-line no-restricted-syntax -- the same
export const seed = Number(process.env['PROOF_SEED'] ?? 20_261_121);

/** What the short form takes and what the long one does. */
export function shortOrLong<T>(short: T, long: T): T {
  return isLong ? long : short;
}
