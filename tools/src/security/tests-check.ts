import { startTestInfra } from '../infra/test-infra';
import { runJest } from '../jest/run';
import { toOutcome, type Outcome } from './security-check';

/** Tests that `npm test` and `npm run proof` have too: what is shown there and belongs to this report. */
export async function runSecurityTests(files: readonly string[]): Promise<Outcome> {
  const infra = await startTestInfra((line) => {
    console.error(line);
  });
  try {
    process.env['PITANGA_SLOW_TESTS'] = 'true';
    const args = ['--testPathPatterns', ...files];
    const { passed, failed } = await runJest({ infra: JSON.stringify(infra.addresses), projects: [], args });
    const faults = failed > 0 || passed === 0 ? [`${String(failed)} tests failed, shown above`] : [];
    return toOutcome(faults, `${String(passed)} tests`);
  } finally {
    await infra.stop();
  }
}
