import { spawnSync } from 'node:child_process';
import type { Command } from 'commander';
import { checkRules, promtool } from '../observability/promtool';
import { rootDir, workspaceBin, workspaceEnv } from '../workspace';

/** `npm run observability:check`: promtool on the rules and their unit tests, then the tests that npm test runs too. */
export function registerObservability(program: Command): void {
  program
    .command('observability-check')
    .description('check Prometheus rules with promtool, and dashboards and runbooks against the metrics there are')
    .action(async () => {
      const isGood = checkRules(await promtool((line) => console.log(line)));
      process.exitCode = testsPass() && isGood ? 0 : 1;
    });
}

function testsPass(): boolean {
  const args = ['-c', 'jest.config.cjs', '--selectProjects', 'tools', '--testPathPatterns', 'observability'];
  return spawnSync(workspaceBin('jest'), args, { cwd: rootDir, env: workspaceEnv(), stdio: 'inherit' }).status === 0;
}
