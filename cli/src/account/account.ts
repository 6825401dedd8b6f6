import { createHash } from 'node:crypto';
import { exitCodes, Failure, wrongUse } from '../failure';
import { defaultProfile, type Profile, type Profiles } from './profiles';

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
 * Options win over the environment, and both over what login kept. A key goes only where it belongs: that of the
 * environment to the environment's address, that of a profile to the profile's, unless `--url` says another.
 * @throws 3 when there is no key for the address, 2 when a profile is named that does not exist
 */
export async function chooseAccount(options: AccountOptions, env: Env, profiles: Profiles): Promise<Account> {
  const isNamed = options.profile !== undefined;
  const name = options.profile ?? present(env.PITANGA_PROFILE) ?? profiles.current;
  const profile = profiles.find(name);
  if (profile === undefined && isNamed)
    throw wrongUse(`There is no profile ${name}.`, `Run: pitanga login --profile ${name}`);
  const around = isNamed ? {} : { key: present(env.PITANGA_KEY), url: present(env.PITANGA_URL) };
  const given = options.key ?? around.key;
  const isOfProfile = given === undefined;
  if (isOfProfile && options.url === undefined) refuseOther(around.url, name, profile);
  const key = given ?? (profile === undefined ? undefined : await profiles.readKey(name, profile));
  if (key === undefined)
    throw new Failure(exitCodes.notSignedIn, 'No API key is known.', 'Run: pitanga login, or set PITANGA_KEY.');
  const kept = isOfProfile || isNamed ? profile?.url : undefined;
  const url = checkedUrl(options.url ?? around.url ?? kept ?? defaultUrl);
  const digest = createHash('sha256').update(url + key);
  return {
    url,
    key,
    profile: isOfProfile ? name : null,
    stateName: isOfProfile ? `profile:${name}` : `key:${digest.digest('hex').slice(0, 16)}`,
    isProduction: isProductionKey(key),
  };
}

/** Neither address can be what is meant: one would receive the key of another, the other was not asked for. */
function refuseOther(url: string | undefined, name: string, profile: Profile | undefined): void {
  if (url === undefined || profile === undefined || checkedUrl(url) === profile.url) return;
  throw new Failure(
    exitCodes.notSignedIn,
    `PITANGA_URL is ${url}, and the profile ${name} is of ${profile.url}.`,
    `Add --profile ${name}, or set PITANGA_KEY.`,
  );
}

/** The name under which a login is kept. */
export function chooseProfileName(options: AccountOptions, env: Env): string {
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

/** Undefined for what is set to nothing. */
export function present(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}
