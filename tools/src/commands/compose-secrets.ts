import { join, relative } from 'node:path';
import type { Command } from 'commander';
import { newSecrets, writeSecrets } from '../compose/secrets';
import { rootDir } from '../workspace';

/** Below the folder that git ignores. */
const folder = join(rootDir, '.pitanga', 'compose');

/** `npm run compose:secrets`: once, before the first `docker compose up` or a local cluster. */
export function registerComposeSecrets(program: Command): void {
  program
    .command('compose-secrets')
    .description('make the secrets of compose.yaml and of k8s/overlays/local, if there are none')
    .action(() => {
      const isNew = writeSecrets(folder, newSecrets());
      const where = relative(rootDir, folder);
      console.log(isNew ? `New secrets are in ${where}.` : `${where} holds secrets already; they stay.`);
    });
}
