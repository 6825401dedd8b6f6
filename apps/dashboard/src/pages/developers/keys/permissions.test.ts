import { addressesIn, findPermission, presetPermissions, resources } from './permissions';

const everything = () => true;

describe('permissions of a key', () => {
  it('names only what the API knows', () => {
    expect(findPermission('CHECKOUT', 'READ')).toBe('CHECKOUT:READ');
    expect(findPermission('REFUND', 'READ')).toBeUndefined();
    expect(findPermission('WITHDRAW', 'DELETE')).toBeUndefined();
  });

  it('offers all, what reads, and nothing', () => {
    expect(presetPermissions('all', everything)).toHaveLength(39);
    const reading = presetPermissions('read', everything);
    expect(reading).toHaveLength(15);
    expect(reading.every((permission) => permission.endsWith(':READ'))).toBe(true);
    expect(presetPermissions('none', everything)).toEqual([]);
    expect(resources).toHaveLength(16);
  });

  it('never offers what the person lacks', () => {
    expect(presetPermissions('all', (permission) => permission === 'EVENT:READ')).toEqual(['EVENT:READ']);
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
