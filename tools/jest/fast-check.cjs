/**
 * fast-check as every test gets it: `npm test` draws the same cases each time, so that a red build is of its change;
 * `npm run proof` draws others, `PROOF_ROUNDS` times as many, from `PROOF_SEED` or from a seed that a failure names.
 */
// By its path: its name leads here.
const fc = require('../../node_modules/fast-check');

const rounds = process.env.PROOF_ROUNDS;
const seed = process.env.PROOF_SEED ?? (rounds === undefined ? '20261121' : undefined);
fc.configureGlobal({
  ...(seed === undefined ? {} : { seed: Number(seed) }),
  ...(rounds === undefined ? {} : { numRuns: 100 * Number(rounds) }),
});

module.exports = fc;
