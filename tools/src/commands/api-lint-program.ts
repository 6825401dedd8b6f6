// Holds the HTTP documents against the rules of Redocly and of Spectral.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { installOnDemand, onDemandBin, onDemandDir } from '../on-demand';
import { rootDir, workspaceEnv } from '../workspace';

const documents = ['v1', 'v2'].map((version) => `docs/api/${version}.openapi.json`);

installOnDemand();
const linters = [
  [onDemandBin('redocly'), 'lint', ...documents],
  [process.execPath, join(onDemandDir, 'spectral.mjs'), ...documents],
] as const;
for (const [program, ...args] of linters) {
  const env = { ...workspaceEnv(), REDOCLY_TELEMETRY: 'off' };
  const { status } = spawnSync(program, args, { cwd: rootDir, env, stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
