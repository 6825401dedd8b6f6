import { Pitanga, type WarningHandler } from '@pitanga-pay/sdk';
import { chooseAccount, type Account, type AccountOptions } from './account/account';
import { systemKeychain } from './account/keychain';
import { configPath } from './account/private-file';
import { Profiles } from './account/profiles';
import { wrongUse } from './failure';
import { Printer } from './output/printer';
import type { Terminal } from './terminal';

/** The options that every command takes. */
export interface GlobalOptions extends AccountOptions {
  readonly json?: boolean;
  readonly yes?: boolean;
  /** False with --no-warnings. */
  readonly warnings?: boolean;
}

/** One run of a command that talks to the API. */
export interface Session {
  readonly terminal: Terminal;
  readonly printer: Printer;
  readonly account: Account;
  readonly pitanga: Pitanga;
  /** Asks before real money moves. @throws 2 when the person says no, or there is no terminal to ask */
  confirmWrite(command: string): Promise<void>;
}

/** Opens sessions of one run of the program. */
export type OpenSession = () => Promise<Session>;

export function openProfiles({ env }: Terminal): Profiles {
  return new Profiles(configPath(env), systemKeychain(process.platform, env));
}

/** @throws 3 when no key is known, 2 when it or the address can be none */
export async function openSession(terminal: Terminal, options: GlobalOptions): Promise<Session> {
  const account = await chooseAccount(options, terminal.env, openProfiles(terminal));
  return {
    terminal,
    printer: new Printer(terminal, options.json === true),
    account,
    pitanga: createClient(account, warnOnce(terminal, options)),
    confirmWrite: async (command) => {
      if (!account.isProduction || options.yes === true) return;
      await confirmProduction(terminal, account, command);
    },
  };
}

/** Each distinct warning of a run, beside its answers. */
function warnOnce({ err }: Terminal, { json, warnings }: GlobalOptions): WarningHandler {
  const said = new Set<string>();
  return (warning) => {
    if (warnings === false || said.has(warning)) return;
    said.add(warning);
    err(json === true ? `${JSON.stringify({ warning })}\n` : `warning: ${warning}\n`);
  };
}

/** @throws 2 when the key or the address can be none */
function createClient({ key, url }: Account, onWarning: WarningHandler): Pitanga {
  try {
    return new Pitanga(key, { url, onWarning });
  } catch (error) {
    throw error instanceof TypeError ? wrongUse(error.message, 'Look at PITANGA_KEY and PITANGA_URL.') : error;
  }
}

async function confirmProduction({ interactive }: Terminal, { url }: Account, command: string): Promise<void> {
  if (!interactive) throw wrongUse(`${command} would change production.`, 'Add --yes when that is meant.');
  const { confirm } = await import('@clack/prompts');
  const isMeant = await confirm({
    message: `${command} changes production at ${url}. Go on?`,
    initialValue: false,
    output: process.stderr,
  });
  if (isMeant !== true) throw wrongUse('Nothing was changed.');
}
