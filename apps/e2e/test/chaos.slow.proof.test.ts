import { testTimeoutMs } from '@pitanga/testing';
import { downKinds, planDowns, planFaults } from './chaos/faults/plan';
import { report } from './chaos/report';
import { runChaos } from './chaos/run-chaos';

/** `npm run proof -- --short` runs the short form, `npm run proof` the long one; `npm run chaos` takes any seed and length. */
const isWhole = process.env['PROOF_ROUNDS'] !== undefined;
const seconds = isWhole ? 160 : 10;
/** Within ten seconds 20 faults of ten kinds, and three services and PostgreSQL are killed. */
const shortSeed = 118;
const seed = Number(process.env['PROOF_SEED'] ?? shortSeed);

describe(`every part fails under load (${String(seconds)} s, seed ${String(seed)})`, () => {
  it('makes the same faults of the same seed, and others of another', () => {
    expect(planFaults(seed, seconds)).toEqual(planFaults(seed, seconds));
    expect(planFaults(seed, seconds)).not.toEqual(planFaults(seed + 1, seconds));
    expect(planDowns(seed, seconds)).toEqual(planDowns(seed, seconds));
    expect(new Set(planDowns(seed, 160).map(({ kind }) => kind))).toEqual(new Set(downKinds));
    expect(planFaults(seed, 160).length).toBeGreaterThanOrEqual(200);
  });

  it(
    'loses nothing, doubles nothing, hangs nowhere and never answers 500',
    async () => {
      const run = await runChaos({ seed, seconds, say: () => undefined });
      process.stdout.write(`${report(run)}\n`);
      expect(run.violations).toEqual([]);
    },
    (isWhole ? 20 : 8) * testTimeoutMs,
  );
});
