import { addressesIn, permissionOf, presetOf, resources } from './permissions';

const everything = () => true;

describe('permissions of a key', () => {
  it('names only what the API knows', () => {
    expect(permissionOf('CHECKOUT', 'READ')).toBe('CHECKOUT:READ');
    expect(permissionOf('REFUND', 'READ')).toBeUndefined();
    expect(permissionOf('WITHDRAW', 'DELETE')).toBeUndefined();
  });

  it('offers all, what reads, and nothing', () => {
    expect(presetOf('all', everything)).toHaveLength(39);
    const reading = presetOf('read', everything);
    expect(reading).toHaveLength(15);
    expect(reading.every((permission) => permission.endsWith(':READ'))).toBe(true);
    expect(presetOf('none', everything)).toEqual([]);
    expect(resources).toHaveLength(16);
  });

  it('never offers what the person lacks', () => {
    expect(presetOf('all', (permission) => permission === 'EVENT:READ')).toEqual(['EVENT:READ']);
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
