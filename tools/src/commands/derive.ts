import { join } from 'node:path';
import type { Command } from 'commander';
import { startTestInfra } from '../infra/test-infra';
import { rootDir, toolsDir } from '../workspace';
import { runScript } from './source-program';

/** Commands that write files made from the code; tools/test/derived.int.test.ts finds drift in those that are committed. */
export function registerDerive(program: Command): void {
  program
    .command('openapi')
    .description('write docs/api/*.openapi.json and the examples in them')
    .action(async () => {
      await runScript(join(rootDir, 'apps', 'gateway', 'test', 'write-answer-examples.ts'), []);
      if (process.exitCode === 0) await write('openapi');
    });
  program
    .command('postman')
    .description('write the collection for Postman to dist/gateway/packages')
    .action(() => publish('postman'));
  program
    .command('browser-modules')
    .description('write apps/gateway/src/http/pages/assets from the sources of the browser')
    .action(() => write('browser-modules'));
  program
    .command('asyncapi')
    .description('write asyncapi.yaml and asyncapi.public.yaml to dist/gateway/packages')
    .action(() => publish('asyncapi'));
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
    .action(() => publish('k8s-chart'));
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

function publish(what: string): Promise<void> {
  return runScript(join(toolsDir, 'src', 'derived', 'publish.ts'), [what]);
}

function write(what: string, env: Record<string, string> = {}): Promise<void> {
  return runScript(join(toolsDir, 'src', 'derived', 'write.ts'), [what], { ...process.env, ...env });
}
