import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemKeychain } from './keychain';
import { Profiles } from './profiles';

/** Programs that keep as the system's do: in their folder, what comes by standard input. */
const programs = {
  linux: { name: 'secret-tool', script: 'case "$1" in store) cat > kept;; lookup) cat kept;; clear) rm kept;; esac' },
  darwin: {
    name: 'security',
    script:
      'case "$1" in -i) sed "s/.* -w \\"\\(.*\\)\\"$/\\1/" > kept;; find-generic-password) cat kept;; delete-generic-password) rm kept;; esac',
  },
} as const;

describe.each(['linux', 'darwin'] as const)('a key in the keychain of %s', (platform) => {
  let folder: string;
  let profiles: Profiles;
  const file = () => join(folder, 'config.json');

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pitanga-keychain-'));
    const { name, script } = programs[platform];
    writeFileSync(join(folder, name), `#!/bin/sh\ncd "${folder}"\n${script}\n`);
    chmodSync(join(folder, name), 0o755);
    profiles = new Profiles(file(), systemKeychain(platform, { PATH: `${folder}:/usr/bin:/bin` }));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('is there and in no file, and leaves with the profile', async () => {
    expect(await profiles.keep('shop', 'https://pitanga.example', 'pit_dev_1')).toBe('keychain');
    expect(readFileSync(join(folder, 'kept'), 'utf8').trim()).toBe('pit_dev_1');
    expect(readFileSync(file(), 'utf8')).not.toContain('pit_dev_1');
    expect(await profiles.keyOf('shop', profiles.find('shop')!)).toBe('pit_dev_1');
    await profiles.forget('shop');
    expect(existsSync(join(folder, 'kept'))).toBe(false);
    expect(profiles.names()).toEqual([]);
  });

  it('is missed when the keychain does not answer', async () => {
    await profiles.keep('shop', 'https://pitanga.example', 'pit_dev_1');
    const locked = new Profiles(file(), systemKeychain(platform, { PATH: '/nowhere' }));
    await expect(locked.keyOf('shop', locked.find('shop')!)).rejects.toMatchObject({ exitCode: 3 });
  });

  it('is in the file where there is no keychain', async () => {
    const without = new Profiles(file(), systemKeychain(platform, { PATH: '/nowhere' }));
    expect(await without.keep('shop', 'https://pitanga.example', 'pit_dev_1')).toBe('file');
    expect(await without.keyOf('shop', without.find('shop')!)).toBe('pit_dev_1');
  });
});
