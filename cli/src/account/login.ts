import { Pitanga, PitangaError } from '@pitanga-pay/sdk';
import { exitCodes, Failure, wrongUse } from '../failure';
import type { GlobalOptions } from '../session';
import { openProfiles } from '../session';
import { readAll, type Terminal } from '../terminal';
import { checkedUrl, defaultUrl, isProductionKey, present, chooseProfileName } from './account';
import { configPath } from './private-file';

export interface LoginOptions extends GlobalOptions {
  readonly browser?: boolean;
  /** False of `--no-keychain`. */
  readonly keychain: boolean;
}

/**
 * Keeps a key that the API accepts, and says whose it is.
 * @throws 2 when what was given is not a secret key, 3 when the API does not accept it
 */
export async function login(terminal: Terminal, options: LoginOptions): Promise<void> {
  const name = chooseProfileName(options, terminal.env);
  const profiles = openProfiles(terminal);
  const kept = profiles.find(name)?.url;
  const named = options.profile === undefined ? undefined : kept;
  const url = checkedUrl(options.url ?? named ?? present(terminal.env.PITANGA_URL) ?? kept ?? defaultUrl);
  if (options.browser === true) await openKeysPage(terminal, url);
  const key = (options.key ?? (await askForKey(terminal))).trim();
  if (!/^pit_(?:dev|prod)_\w+$/.test(key))
    throw wrongUse(
      'That is not a secret key.',
      'It begins with pit_dev_ or pit_prod_: Developers, Keys in the dashboard.',
    );
  const store = await readStoreName(key, url);
  const { place, isFormerLeft } = await profiles.keep(name, url, key, options.keychain);
  const environment = isProductionKey(key) ? 'production' : 'test mode';
  terminal.out(`Signed in to ${store} (${environment}) at ${url}, profile ${name}.\n`);
  terminal.err(
    place === 'keychain'
      ? "The key is in the system's keychain.\n"
      : `The key is in ${configPath(terminal.env)}, which only you can read.\n`,
  );
  if (isFormerLeft) terminal.err("The system's keychain may have the former key still: remove it there.\n");
}

/** The dashboard shows a key once, to the person who makes it: it is pasted here, and never passes through a page of ours. */
async function openKeysPage({ err }: Terminal, url: string): Promise<void> {
  const page = `${url}/dashboard/`;
  err(`Opening ${page}\nSign in, go to Developers, Keys, create a key, and paste it here.\n`);
  const { default: open } = await import('open');
  const browser = await open(page);
  // The address is printed above, for machines without a browser.
  browser.on('error', () => undefined);
}

async function askForKey({ stdin, interactive }: Terminal): Promise<string> {
  if (!interactive || stdin.isTTY !== true) return await readAll(stdin);
  const { isCancel, password } = await import('@clack/prompts');
  const answer = await password({ message: 'API key', output: process.stderr });
  if (isCancel(answer)) throw new Failure(exitCodes.interrupted, 'Nothing was kept.');
  return answer;
}

/** The name of the key's store; what it is called here when the key may not read it. */
async function readStoreName(key: string, url: string): Promise<string> {
  try {
    const { name } = await new Pitanga(key, { url }).store.get();
    return name;
  } catch (error) {
    if (error instanceof PitangaError && error.status === 403) return 'a store whose name this key may not read';
    throw error;
  }
}
