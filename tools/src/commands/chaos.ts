import { join } from 'node:path';
import type { Command } from 'commander';
import { rootDir } from '../workspace';
import { runScript } from './source-program';

/** `npm run chaos`: a platform of its own under load, while its parts fail by a plan drawn from a seed. */
export function registerChaos(program: Command): void {
  program
    .command('chaos')
    .description('let every part fail under load and check that nothing was lost (npm run chaos -- --help)')
    .argument('[args...]', 'passed on to the program')
    .helpOption(false)
    .allowUnknownOption()
    .action((args: string[]) => runScript(join(rootDir, 'apps', 'e2e', 'test', 'chaos', 'main.ts'), args));
}
