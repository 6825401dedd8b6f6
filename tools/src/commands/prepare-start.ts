import type { Command } from 'commander';
import { buildPlatform } from '../build';
import { jars } from '../infra/artifacts';
import { findJava } from '../infra/java';
import { redisBinary } from '../infra/redis-binary';

/** What the Dockerfile calls for its image of a whole platform. */
export function registerPrepareStart(program: Command): void {
  program
    .command('prepare-start')
    .description('fetch and build all that start needs, which then starts without a network')
    .action(async () => {
      await Promise.all([findJava(), redisBinary(), jars()]);
      await buildPlatform();
    });
}
