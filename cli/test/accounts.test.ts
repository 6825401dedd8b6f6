import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chooseAccount, defaultUrl } from '../src/account/account';
import { Profiles } from '../src/account/profiles';
import { answerData, refuse, serve, type FakeServer } from './fake-api';
import { fakeTerminal, runAt, type FakeTerminal } from './fake-terminal';

const devKey = `pit_dev_${'a'.repeat(38)}`;
const prodKey = `pit_prod_${'b'.repeat(38)}`;

describe('whose key is used', () => {
  let api: FakeServer;
  let terminal: FakeTerminal;
  const configFile = () => join(terminal.env['XDG_CONFIG_HOME'] ?? '', 'pitanga', 'config.json');
  const usedKeys = () => api.asked.map(({ headers }) => headers.authorization);

  beforeEach(async () => {
    api = await serve(({ headers, path }, response) => {
      if (headers.authorization === 'Bearer pit_dev_unknown') refuse(response, 401, 'API_KEY_INVALID', 'Invalid key');
      else if (path === '/v2/store/get') answerData(response, { id: 'store_1', name: 'Loja' });
      else answerData(response, { id: 'cust_1' });
    });
    terminal = fakeTerminal({ PITANGA_URL: api.url });
  });
  afterEach(async () => {
    terminal.remove();
    await api.stop();
  });
  const again = (env: Readonly<Record<string, string | undefined>> = {}) =>
    fakeTerminal({ ...terminal.env, ...env } as Record<string, string>);

  it('is that of the option, else of the environment, else of the login', async () => {
    expect(await runAt(terminal, `login --key ${devKey}`)).toBe(0);
    await runAt(again(), 'whoami');
    await runAt(again({ PITANGA_KEY: 'pit_dev_env' }), 'whoami');
    await runAt(again({ PITANGA_KEY: 'pit_dev_env' }), 'whoami --key pit_dev_option');
    expect(usedKeys().slice(1)).toEqual([`Bearer ${devKey}`, 'Bearer pit_dev_env', 'Bearer pit_dev_option']);
  });

  it('is kept in a file for its user alone, also where that file was open to others', async () => {
    mkdirSync(join(terminal.env['XDG_CONFIG_HOME'] ?? '', 'pitanga'), { recursive: true });
    writeFileSync(configFile(), '{"current":"default","profiles":{}}', { mode: 0o644 });
    expect(await runAt(terminal, `login --key ${devKey}`)).toBe(0);
    expect(statSync(configFile()).mode & 0o777).toBe(0o600);
    expect(readFileSync(configFile(), 'utf8')).toContain(devKey);
    expect(terminal.said.out).not.toContain(devKey);
  });

  it('belongs to a profile, of which one is in use', async () => {
    await runAt(terminal, `login --key ${devKey}`);
    await runAt(again(), `login --key ${prodKey} --profile live`);
    await runAt(again(), 'whoami');
    await runAt(again(), 'use default');
    await runAt(again(), 'whoami');
    await runAt(again(), 'whoami --profile live');
    const [, , ...keys] = usedKeys();
    expect(keys).toEqual([`Bearer ${prodKey}`, `Bearer ${devKey}`, `Bearer ${prodKey}`]);
    const unknown = again();
    expect(await runAt(unknown, 'whoami --profile other')).toBe(2);
    expect(unknown.said.err).toContain('pitanga login --profile other');
  });

  it('is that of a named profile, with its address, whatever the environment has', async () => {
    await runAt(terminal, `login --key ${prodKey} --profile live`);
    const around = { PITANGA_KEY: devKey, PITANGA_URL: 'http://127.0.0.1:9' };
    const named = again(around);
    expect(await runAt(named, 'whoami --profile live --json')).toBe(0);
    expect(JSON.parse(named.said.out)).toMatchObject({ profile: 'live', url: api.url, environment: 'production' });
    expect(await runAt(again(around), `login --key ${prodKey} --profile live`)).toBe(0);
  });

  it('goes to no address that it was not kept for', async () => {
    const other = await serve((_, response) => {
      answerData(response, { id: 'store_2', name: 'Outra' });
    });
    await runAt(terminal, `login --key ${prodKey}`);
    const mixed = again({ PITANGA_URL: other.url });
    expect(await runAt(mixed, 'whoami')).toBe(3);
    expect(mixed.said.err).toContain('Add --profile default, or set PITANGA_KEY.');
    expect(await runAt(again({ PITANGA_URL: other.url }), 'whoami --profile default')).toBe(0);
    expect(other.asked).toEqual([]);
    expect(await runAt(again({ PITANGA_URL: other.url }), `whoami --url ${other.url}`)).toBe(0);
    expect(other.asked).toHaveLength(1);
    await other.stop();
    const profiles = new Profiles(configFile(), undefined);
    expect(await chooseAccount({}, { PITANGA_KEY: devKey }, profiles)).toMatchObject({ key: devKey, url: defaultUrl });
  });

  it.each([
    ['one that the API does not accept', 'pit_dev_unknown', 3],
    ['what is no secret key', 'pk_dev_1', 2],
  ])('is not %s', async (_, key, code) => {
    expect(await runAt(terminal, `login --key ${key}`)).toBe(code);
    expect(existsSync(configFile())).toBe(false);
  });

  it('changes production only with --yes where nobody can be asked', async () => {
    const refused = again({ PITANGA_KEY: prodKey });
    expect(await runAt(refused, 'customers create --email ana@example.com')).toBe(2);
    expect(refused.said.err).toContain('Add --yes');
    expect(api.asked).toEqual([]);
    expect(await runAt(again({ PITANGA_KEY: prodKey }), 'customers create --email ana@example.com --yes')).toBe(0);
    expect(await runAt(again({ PITANGA_KEY: prodKey }), 'customers get cust_1')).toBe(0);
    expect(await runAt(again({ PITANGA_KEY: devKey }), 'customers create --email ana@example.com')).toBe(0);
    expect(api.asked.map(({ path }) => path)).toEqual([
      '/v2/customers/create',
      '/v2/customers/get',
      '/v2/customers/create',
    ]);
  });
});
