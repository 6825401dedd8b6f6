import type { Me } from './me';
import { openStore } from './open-store';

const permissions = ['STORE:READ', 'MEMBER:READ', 'MEMBER:CREATE', 'TEST_CLOCK:UPDATE'];
const membership = { role: 'OWNER' as const, permissions, subAccounts: { dev: true, prod: false } };
const me = {
  stores: [
    { ...membership, id: 'store_1', name: 'Loja', sandboxOf: null },
    { ...membership, id: 'store_sbox_1', name: 'Testes', sandboxOf: 'store_1' },
  ],
} as unknown as Me;

describe('the store of an address', () => {
  it('is one of the person, in an environment by its name', () => {
    expect(openStore(me, 'store_1', 'live')).toMatchObject({ isLive: true, isSandbox: false, hasSubAccounts: false });
    expect(openStore(me, 'store_2', 'test')).toBeUndefined();
    expect(openStore(me, 'store_1', 'dev')).toBeUndefined();
  });

  it('is a sandbox with what the person may do in its store, but for people, who are those of the store', () => {
    const sandbox = openStore(me, 'store_sbox_1', 'test');
    expect(sandbox?.isSandbox).toBe(true);
    expect(permissions.filter((name) => sandbox?.may(name as 'STORE:READ'))).toEqual([
      'STORE:READ',
      'TEST_CLOCK:UPDATE',
    ]);
    expect(openStore(me, 'store_1', 'test')?.may('MEMBER:CREATE')).toBe(true);
  });
});
