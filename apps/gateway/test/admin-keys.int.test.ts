import { everyTenant, toTenant } from '@pitanga/core';
import { silentLog, startBeforeAll, testDatabase } from '@pitanga/testing';
import { Command } from 'commander';
import { registerKeys } from '../src/admin/key-commands';
import { insertTestStore } from './test-store';

const managing = ['API_KEY:CREATE', 'CONNECT:CREATE', 'MEMBER:CREATE', 'MEMBER:DELETE', 'STORE:CREATE', 'STORE:UPDATE'];

describe("the operator's commands for keys", () => {
  const database = startBeforeAll(async () => {
    const opened = await testDatabase('gateway');
    return Object.assign(opened, { stop: () => opened.close() });
  });
  beforeAll(() => insertTestStore(database.db, toTenant('store_1', true)));

  /** What a command prints. */
  const admin = async (...args: readonly string[]) => {
    const written: string[] = [];
    const stdout = jest.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
    const program = new Command();
    const env = { DATABASE_URL: database.url };
    registerKeys(program, { env, log: silentLog, all: everyTenant, operator: () => 'ana' });
    try {
      await program.parseAsync(['keys', ...args], { from: 'user' });
    } finally {
      stdout.mockRestore();
    }
    return written.join('');
  };
  const create = (...args: readonly string[]) => admin('create', '--store', 'store_1', ...args);
  const newest = async () => {
    const row = (await database.db('api_keys').orderBy('id', 'desc').first()) as { id: string; permissions: string[] };
    return row;
  };

  it('make a production key that manages nothing, unless what it manages is named', async () => {
    await create('--env', 'prod');
    const { permissions: all } = await newest();
    expect(all.filter((name) => managing.includes(name))).toEqual([]);
    expect(all).toEqual(expect.arrayContaining(['CHECKOUT:CREATE', 'WITHDRAW:CREATE', 'MEMBER:READ', 'API_KEY:READ']));
    await create('--env', 'prod', '--permissions', 'all,CONNECT:CREATE');
    expect((await newest()).permissions).toEqual([...all, 'CONNECT:CREATE']);
    await create('--env', 'dev');
    expect((await newest()).permissions).toEqual(expect.arrayContaining(managing));
  });

  it('report the live keys that manage, who made them and what they are refused', async () => {
    await create('--env', 'prod', '--description', 'gere', '--permissions', 'MEMBER:CREATE,API_KEY:CREATE');
    const { id } = await newest();
    await create('--env', 'prod', '--description', 'velha', '--permissions', 'MEMBER:CREATE');
    await admin('revoke', '--id', (await newest()).id);
    const line = async () => (await admin('report')).split('\n').find((one) => one.startsWith(id));
    expect(await line()).toMatch(
      / prod +gere +MEMBER:CREATE,API_KEY:CREATE +operator +owners; making and rolling keys/,
    );
    expect(await admin('report')).not.toContain('velha');
    expect(await admin('report', '--store', 'store_1')).toMatch(/ dev .* STORE:CREATE +operator +creating stores/);
  });
});
