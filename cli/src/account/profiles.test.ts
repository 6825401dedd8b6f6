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
    expect(await profiles.keep('shop', 'https://pitanga.example', 'pit_dev_1')).toMatchObject({ place: 'keychain' });
    expect(readFileSync(join(folder, 'kept'), 'utf8').trim()).toBe('pit_dev_1');
    expect(readFileSync(file(), 'utf8')).not.toContain('pit_dev_1');
    expect(await profiles.readKey('shop', profiles.find('shop')!)).toBe('pit_dev_1');
    await profiles.forget('shop');
    expect(existsSync(join(folder, 'kept'))).toBe(false);
    expect(profiles.names()).toEqual([]);
  });

  it('is missed when the keychain does not answer', async () => {
    await profiles.keep('shop', 'https://pitanga.example', 'pit_dev_1');
    const locked = new Profiles(file(), systemKeychain(platform, { PATH: '/nowhere' }));
    await expect(locked.readKey('shop', locked.find('shop')!)).rejects.toMatchObject({ exitCode: 3 });
  });

  it('stays with the profile when the keychain does not let it go', async () => {
    await profiles.keep('shop', 'https://pitanga.example', 'pit_dev_1');
    const locked = new Profiles(file(), systemKeychain(platform, { PATH: '/nowhere' }));
    await expect(locked.forget('shop')).rejects.toMatchObject({ exitCode: 1 });
    expect(locked.names()).toEqual(['shop']);
    expect(await locked.keep('shop', 'https://pitanga.example', 'pit_dev_2')).toEqual({
      place: 'file',
      isFormerLeft: true,
    });
  });

  it('leaves the keychain when the file takes over', async () => {
    await profiles.keep('shop', 'https://pitanga.example', 'pit_dev_1');
    expect(await profiles.keep('shop', 'https://pitanga.example', 'pit_dev_2', false)).toEqual({
      place: 'file',
      isFormerLeft: false,
    });
    expect(existsSync(join(folder, 'kept'))).toBe(false);
    expect(await profiles.readKey('shop', profiles.find('shop')!)).toBe('pit_dev_2');
  });

  it('is in the file where there is no keychain', async () => {
    const without = new Profiles(file(), systemKeychain(platform, { PATH: '/nowhere' }));
    expect(await without.keep('shop', 'https://pitanga.example', 'pit_dev_1')).toEqual({
      place: 'file',
      isFormerLeft: false,
    });
    expect(await without.readKey('shop', without.find('shop')!)).toBe('pit_dev_1');
  });
});

describe('the file of profiles', () => {
  let folder: string;
  let profiles: Profiles;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pitanga-profiles-'));
    profiles = new Profiles(join(folder, 'config.json'), undefined);
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(['{"current": ', '[]', 'null', '{"current": "shop"}'])('is named when it has %s', (text) => {
    writeFileSync(join(folder, 'config.json'), text);
    const wrong = expect.objectContaining({ exitCode: 2, message: expect.stringContaining(folder) as string });
    expect(() => profiles.names()).toThrow(wrong as Error);
  });

  it.each(['constructor', '__proto__'])('has a profile called %s only once that is kept', async (name) => {
    expect(profiles.find(name)).toBeUndefined();
    await expect(profiles.forget(name)).rejects.toMatchObject({ exitCode: 2 });
    await profiles.keep(name, 'https://pitanga.example', 'pit_dev_1');
    expect(profiles.find(name)).toEqual({ url: 'https://pitanga.example', key: 'pit_dev_1' });
  });
});
