import { addressesIn, findPermission, isManaging, presetPermissions, resources } from './permissions';

const everything = { may: () => true, isLive: false };

describe('permissions of a key', () => {
  it('names only what the API knows', () => {
    expect(findPermission('CHECKOUT', 'READ')).toBe('CHECKOUT:READ');
    expect(findPermission('REFUND', 'READ')).toBeUndefined();
    expect(findPermission('WITHDRAW', 'DELETE')).toBeUndefined();
  });

  it('offers all, what reads, and nothing', () => {
    expect(presetPermissions('all', everything)).toHaveLength(44);
    const reading = presetPermissions('read', everything);
    expect(reading).toHaveLength(16);
    expect(reading.every((permission) => permission.endsWith(':READ'))).toBe(true);
    expect(presetPermissions('none', everything)).toEqual([]);
    expect(resources).toHaveLength(18);
  });

  it('leaves what members do out of all in production', () => {
    const live = presetPermissions('all', { ...everything, isLive: true });
    expect(live.filter(isManaging)).toEqual([]);
    const left = presetPermissions('all', everything).filter((permission) => !live.includes(permission));
    expect(left.every(isManaging)).toBe(true);
    expect(left).toHaveLength(9);
  });

  it('never offers what the person lacks', () => {
    expect(presetPermissions('all', { may: (permission) => permission === 'EVENT:READ', isLive: false })).toEqual([
      'EVENT:READ',
    ]);
  });
});

describe('addresses that a key may be used from', () => {
  it('takes them by line, comma or space, each once', () => {
    expect(addressesIn(' 203.0.113.7\n2001:db8::/32, 10.0.0.0/8 ;203.0.113.7 ')).toEqual([
      '203.0.113.7',
      '2001:db8::/32',
      '10.0.0.0/8',
    ]);
    expect(addressesIn(' \n')).toEqual([]);
  });
});
