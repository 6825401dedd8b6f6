import type { Command } from 'commander';
import { PitangaError, type Store } from '@pitanga-pay/sdk';
import type { GlobalOptions, OpenSession } from '../session';
import { openProfiles } from '../session';
import type { Terminal } from '../terminal';
import { login, type LoginOptions } from './login';
import { wrongUse } from '../failure';

/** Adds `login`, `logout`, `use` and `whoami`. */
export function addAccountCommands(program: Command, terminal: Terminal, open: OpenSession): void {
  const globals = (): GlobalOptions => program.opts();

  program
    .command('login')
    .description('Keep an API key: from the hidden prompt, --key or standard input')
    .option('--browser', 'open the dashboard, whose API keys page makes the key to paste here')
    .option('--no-keychain', "keep the key in a file of mode 600 instead of the system's keychain")
    .action(async (options: LoginOptions) => {
      await login(terminal, { ...globals(), ...options });
    });

  program
    .command('logout')
    .description('Forget the key of the profile')
    .action(async () => {
      const profiles = openProfiles(terminal);
      const name = globals().profile ?? profiles.current;
      await profiles.forget(name);
      terminal.out(`The key of the profile ${name} is forgotten here. It still works: revoke it in the dashboard.\n`);
    });

  program
    .command('use')
    .description('Make a profile the one that is used where none is named')
    .argument('<profile>')
    .action((name: string) => {
      const profiles = openProfiles(terminal);
      if (profiles.find(name) === undefined)
        throw wrongUse(`There is no profile ${name}.`, `There are: ${profiles.names().join(', ') || 'none'}.`);
      profiles.use(name);
      terminal.out(`The profile is ${name}.\n`);
    });

  program
    .command('whoami')
    .description('Show whose key is used, and where')
    .action(async () => {
      const { account, pitanga, printer } = await open();
      const store = await readableStore(pitanga.store.get());
      printer.answer({
        store: store?.name ?? null,
        storeId: store?.id ?? null,
        environment: account.isProduction ? 'production' : 'test',
        url: account.url,
        profile: account.profile,
        profiles: openProfiles(terminal).names(),
      });
    });
}

/** A key without STORE:READ is one that works, too. */
async function readableStore(answer: Promise<Store>): Promise<Store | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof PitangaError && error.status === 403) return undefined;
    throw error;
  }
}
