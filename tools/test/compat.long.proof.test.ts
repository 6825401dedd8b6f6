import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { serviceNames } from '@pitanga/operations/services';
import { rootDir, toolsDir } from '../src/workspace';

// Empty in a shallow clone, and where there is no history at all.
const { stdout: before } = spawnSync('git', ['rev-parse', '--quiet', '--verify', 'HEAD~1'], {
  cwd: rootDir,
  encoding: 'utf8',
});
const proof = before === '' ? it.skip : it;

proof(
  'each service of the commit before works beside the others of now, on the schemas of now',
  () => {
    const { stdout, status } = spawnSync(process.execPath, [join(toolsDir, 'bin', 'run.cjs'), 'compat'], {
      cwd: rootDir,
      encoding: 'utf8',
    });
    const beside = serviceNames.map((name) => `${name} of ${before.slice(0, 7)} beside the others of now: ok`);
    expect(stdout.trimEnd().split('\n')).toEqual(['all services of now: ok', ...beside]);
    expect(status).toBe(0);
  },
  900_000,
);
