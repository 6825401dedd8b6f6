import { startTestInfra } from '../infra/test-infra';
import { runJest } from '../jest/run';
import { outcomeOf, type Outcome } from './security-check';

/** Tests that `npm test` has too: what is shown there and belongs to this report. */
export async function runSecurityTests(files: readonly string[]): Promise<Outcome> {
  const infra = await startTestInfra((line) => {
    console.error(line);
  });
  try {
    const args = ['--testPathPatterns', ...files];
    const { passed, failed } = await runJest({ infra: JSON.stringify(infra.addresses), projects: [], args });
    const faults = failed > 0 || passed === 0 ? [`${String(failed)} tests failed, shown above`] : [];
    return outcomeOf(faults, `${String(passed)} tests`);
  } finally {
    await infra.stop();
  }
}
