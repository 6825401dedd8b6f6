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
    return this.config().profiles[name];
  }

  /** @throws 3 when the keychain has the key and does not answer */
  async keyOf(name: string, profile: Profile): Promise<string> {
    const key = profile.key ?? (await this.keychain?.read(name));
    if (key !== undefined) return key;
    throw new Failure(
      exitCodes.notSignedIn,
      `The system's keychain does not give the key of the profile ${name}.`,
      'Unlock it, or run: pitanga login --no-keychain',
    );
  }

  /** @returns where the key is now */
  async keep(name: string, url: string, key: string): Promise<'keychain' | 'file'> {
    const { profiles } = this.config();
    const isInKeychain = (await this.keychain?.write(name, key)) === true;
    const profile: Profile = isInKeychain ? { url } : { url, key };
    writePrivate(this.path, { current: name, profiles: { ...profiles, [name]: profile } });
    return isInKeychain ? 'keychain' : 'file';
  }

  /** @throws 2 when there is no such profile */
  async forget(name: string): Promise<void> {
    const { current, profiles } = this.config();
    const { [name]: gone, ...others } = profiles;
    if (gone === undefined) throw wrongUse(`There is no profile ${name}.`, 'Run: pitanga whoami');
    if (gone.key === undefined) await this.keychain?.remove(name);
    const next = current === name ? (Object.keys(others)[0] ?? defaultProfile) : current;
    writePrivate(this.path, { current: next, profiles: others });
  }

  use(name: string): void {
    writePrivate(this.path, { current: name, profiles: this.config().profiles });
  }

  private config(): Config {
    return (readPrivate(this.path) as Config | undefined) ?? { current: defaultProfile, profiles: {} };
  }
}
