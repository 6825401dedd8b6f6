import { exitCodes, Failure, wrongUse } from '../failure';
import type { Keychain } from './keychain';
import { readPrivate, writePrivate } from './private-file';

/** An installation and a store of it, by the name that the person gave. */
export interface Profile {
  readonly url: string;
  /** Absent where the system's keychain has the key. */
  readonly key?: string;
}

interface Config {
  readonly current: string;
  readonly profiles: Readonly<Record<string, Profile>>;
}

/** Where the key is now, and whether the keychain may have the one before it still. */
interface Kept {
  readonly place: 'keychain' | 'file';
  readonly isFormerLeft: boolean;
}

export const defaultProfile = 'default';

/** What `pitanga login` kept. */
export class Profiles {
  constructor(
    private readonly path: string,
    private readonly keychain: Keychain | undefined,
  ) {}

  /** The profile's name where none is asked for: that of the last login. */
  get current(): string {
    return this.config().current;
  }

  names(): string[] {
    return Object.keys(this.config().profiles);
  }

  find(name: string): Profile | undefined {
    return findProfile(this.config().profiles, name);
  }

  /** @throws 3 when the keychain has the key and does not answer */
  async readKey(name: string, profile: Profile): Promise<string> {
    const key = profile.key ?? (await this.keychain?.read(name));
    if (key !== undefined) return key;
    throw new Failure(
      exitCodes.notSignedIn,
      `The system's keychain does not give the key of the profile ${name}.`,
      'Unlock it, or run: pitanga login --no-keychain',
    );
  }

  /** @param inKeychain false for the file, although there is a keychain */
  async keep(name: string, url: string, key: string, inKeychain = true): Promise<Kept> {
    const { profiles } = this.config();
    const former = findProfile(profiles, name);
    const isInKeychain = inKeychain && (await this.keychain?.write(name, key)) === true;
    const profile: Profile = isInKeychain ? { url } : { url, key };
    writePrivate(this.path, { current: name, profiles: { ...profiles, [name]: profile } });
    if (isInKeychain) return { place: 'keychain', isFormerLeft: false };
    const hadKeychain = former !== undefined && former.key === undefined;
    return { place: 'file', isFormerLeft: hadKeychain && (await this.keychain?.remove(name)) !== true };
  }

  /** @throws 2 when there is no such profile, 1 when the keychain does not let its key go: the profile stays */
  async forget(name: string): Promise<void> {
    const { current, profiles } = this.config();
    const gone = findProfile(profiles, name);
    if (gone === undefined) throw wrongUse(`There is no profile ${name}.`, 'Run: pitanga whoami');
    if (gone.key === undefined && (await this.keychain?.remove(name)) !== true)
      throw new Failure(
        exitCodes.refused,
        `The system's keychain still has the key of the profile ${name}.`,
        'Unlock it, and run this again.',
      );
    const others = Object.fromEntries(Object.entries(profiles).filter(([other]) => other !== name));
    const next = current === name ? (Object.keys(others)[0] ?? defaultProfile) : current;
    writePrivate(this.path, { current: next, profiles: others });
  }

  use(name: string): void {
    writePrivate(this.path, { current: name, profiles: this.config().profiles });
  }

  /** @throws 2 when the file is of something else */
  private config(): Config {
    const kept = readPrivate(this.path);
    if (kept === undefined) return { current: defaultProfile, profiles: {} };
    if (isConfig(kept)) return kept;
    throw wrongUse(`${this.path} has no profiles.`, 'Mend or remove it, and run: pitanga login');
  }
}

function isConfig(value: unknown): value is Config {
  if (typeof value !== 'object' || value === null) return false;
  const { current, profiles } = value as { readonly current?: unknown; readonly profiles?: unknown };
  return typeof current === 'string' && typeof profiles === 'object' && profiles !== null;
}

/** A profile may be called as what every object has: `constructor`. */
function findProfile(profiles: Config['profiles'], name: string): Profile | undefined {
  return Object.hasOwn(profiles, name) ? profiles[name] : undefined;
}
