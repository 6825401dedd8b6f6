import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Command } from 'commander';
import { checkManifests } from '../k8s/check';
import { operatorSchemas } from '../k8s/operators';
import { k8sTools } from '../k8s/tools';
import { rootDir, toolsDir, workspaceBin, workspaceEnv } from '../workspace';
import { runScript } from './source-program';

/** `npm run k8s:check`: what can be known of the manifests and the Dockerfile without a cluster or a container engine. */
export function registerK8sCheck(program: Command): void {
  program
    .command('k8s-check')
    .description(
      'render, validate, score and lint the manifests and the Dockerfile, and hold them against the policies',
    )
    .action(async () => {
      const say = (line: string): void => console.log(line);
      const tools = await k8sTools(say);
      await runScript(join(toolsDir, 'src', 'derived', 'publish.ts'), ['k8s-chart']);
      if (process.exitCode !== 0) return;
      let isGood = true;
      for (const { check, problems, extent } of checkManifests(tools, await operatorSchemas(say))) {
        console.log(
          `${check}: ${problems.length === 0 ? 'ok' : 'failed'}${extent === undefined ? '' : ` (${extent})`}`,
        );
        for (const problem of problems) console.log(`  ${problem}`);
        isGood &&= problems.length === 0;
      }
      process.exitCode = policiesHold() && isGood ? 0 : 1;
    });
}

/** Tests of what the overlays come to. Only here: they need a renderer, which no npm package brings. */
function policiesHold(): boolean {
  const args = ['-c', 'jest.config.cjs', '--selectProjects', 'tools', '--testPathPatterns', '\\.rendered\\.test'];
  const env = { ...workspaceEnv(), PITANGA_RENDERED: '1' };
  return spawnSync(workspaceBin('jest'), args, { cwd: rootDir, env, stdio: 'inherit' }).status === 0;
}
