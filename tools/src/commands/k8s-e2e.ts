import { InvalidArgumentError, type Command } from 'commander';
import { runE2e, type E2eOptions } from '../k8s-e2e/run';

function parseCount(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0) throw new InvalidArgumentError('It is a whole number.');
  return value;
}

/** `npm run k8s:e2e`: an installation of its own on the cluster of kubectl's current context. */
export function registerK8sE2e(program: Command): void {
  program
    .command('k8s-e2e')
    .description("install on the cluster of kubectl's current context, change it under load, and remove it again")
    .option('--overlay <folder>', 'an overlay with its own engines', 'k8s/overlays/local')
    .option('--previous <tag>', 'tag of the images of an earlier release: installed first, upgraded, and gone back to')
    .option('--kills <n>', 'pods of services that are killed, drawn at random', parseCount, 6)
    .option('--per-second <n>', 'requests of the load', parseCount, 20)
    .option('--keep', 'leave the installation', false)
    .action((options: E2eOptions) => runE2e(options));
}
