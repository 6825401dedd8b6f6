import { createHash } from 'node:crypto';
import { exitCodes, Failure, wrongUse } from '../failure';
import { defaultProfile, type Profiles } from './profiles';

/** Whom the program speaks for, and where. */
export interface Account {
  readonly url: string;
  readonly key: string;
  /** Null where the key came from the command or the environment. */
  readonly profile: string | null;
  /** What this machine keeps for it: the secret of `listen` and how far it came. */
  readonly stateName: string;
  /** Its key moves real money. */
  readonly isProduction: boolean;
}

/** The options of the program that say so. */
export interface AccountOptions {
  readonly key?: string;
  readonly url?: string;
  readonly profile?: string;
}

type Env = Readonly<Record<string, string | undefined>>;

export const defaultUrl = 'http://127.0.0.1:8080';

/**
 * Options win over the environment, and both over what login kept.
 * @throws 3 when there is no key, 2 when a profile is named that does not exist
 */
export async function accountOf(options: AccountOptions, env: Env, profiles: Profiles): Promise<Account> {
  const name = options.profile ?? present(env.PITANGA_PROFILE) ?? profiles.current;
  const profile = profiles.find(name);
  if (profile === undefined && options.profile !== undefined)
    throw wrongUse(`There is no profile ${name}.`, `Run: pitanga login --profile ${name}`);
  const given = options.key ?? present(env.PITANGA_KEY);
  const key = given ?? (profile === undefined ? undefined : await profiles.keyOf(name, profile));
  if (key === undefined)
    throw new Failure(exitCodes.notSignedIn, 'No API key is known.', 'Run: pitanga login, or set PITANGA_KEY.');
  const url = options.url ?? present(env.PITANGA_URL) ?? profile?.url ?? defaultUrl;
  return {
    url: checkedUrl(url),
    key,
    profile: given === undefined ? name : null,
    stateName:
      given === undefined
        ? `profile:${name}`
        : `key:${createHash('sha256')
            .update(url + key)
            .digest('hex')
            .slice(0, 16)}`,
    isProduction: isProductionKey(key),
  };
}

/** The name under which a login is kept. */
export function profileNameOf(options: AccountOptions, env: Env): string {
  return options.profile ?? present(env.PITANGA_PROFILE) ?? defaultProfile;
}

/** A key that is not of the test environment is treated as one of production. */
export function isProductionKey(key: string): boolean {
  return !/^(?:pit|pk)_dev_/.test(key);
}

/** @throws 2 when it is not an http or https address */
export function checkedUrl(url: string): string {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw wrongUse(`${url} is not an address of an installation.`, 'It looks like https://pitanga.example');
  return url.replace(/\/+$/, '');
}

function present(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}
