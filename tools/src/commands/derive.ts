import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Command } from 'commander';
import { ensureGenerated } from '../build';
import { startTestInfra } from '../infra/test-infra';
import { rootDir, toolsDir } from '../workspace';

/** Commands that write the committed files made from the code; tools/test/derived.int.test.ts finds drift. */
export function registerDerive(program: Command): void {
  program
    .command('openapi')
    .description('write docs/api/*.openapi.json, the examples in them and the collection for Postman')
    .action(async () => {
      await ensureGenerated();
      run(join(rootDir, 'apps', 'gateway', 'test', 'write-answer-examples.ts'));
      if (process.exitCode === 0) await write('openapi');
      if (process.exitCode === 0) await write('postman');
    });
  program
    .command('postman')
    .description('write sdk/postman/pitanga.postman_collection.json')
    .action(() => write('postman'));
  program
    .command('browser-modules')
    .description('write apps/gateway/src/http/pages/assets from the sources of the browser')
    .action(() => write('browser-modules'));
  program
    .command('asyncapi')
    .description('write docs/asyncapi.yaml')
    .action(() => write('asyncapi'));
  program
    .command('env-example')
    .description('write .env.example and docs/configuration.md')
    .action(() => write('env-example'));
  program
    .command('k8s-topics')
    .description('write the topics of the Strimzi component')
    .action(() => write('k8s-topics'));
  program
    .command('k8s-chart')
    .description('write the templates of the Helm chart from k8s/base and k8s/components')
    .action(() => write('k8s-chart'));
  program
    .command('observability-rules')
    .description('write the rules of the objectives and the rules for the Prometheus operator')
    .action(() => write('observability-rules'));
  program
    .command('db-dump')
    .description('write apps/*/schema.sql from freshly migrated databases')
    .action(async () => {
      const infra = await startTestInfra(() => undefined);
      try {
        await write('db-dump', { PITANGA_TEST_INFRA: JSON.stringify(infra.addresses) });
      } finally {
        await infra.stop();
      }
    });
}

async function write(what: string, env: Record<string, string> = {}): Promise<void> {
  await ensureGenerated();
  run(join(toolsDir, 'src', 'derived', 'write.ts'), [what], env);
}

function run(script: string, args: readonly string[] = [], env: Record<string, string> = {}): void {
  const { status } = spawnSync(process.execPath, ['--require', 'tsx/cjs', script, ...args], {
    cwd: rootDir,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
}
