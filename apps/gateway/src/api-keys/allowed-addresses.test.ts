import { isAllowed, normalizeNetwork } from './allowed-addresses';

describe('the allowed addresses of a key', () => {
  it.each([
    [[], '203.0.113.7', true],
    [['203.0.113.7'], '203.0.113.7', true],
    [['203.0.113.7'], '203.0.113.8', false],
    [['203.0.113.7'], '::ffff:203.0.113.7', true],
    [['203.0.113.0/24'], '203.0.113.200', true],
    [['203.0.113.0/24'], '::ffff:203.0.113.200', true],
    [['203.0.113.0/24'], '203.0.114.1', false],
    [['2001:db8::/32'], '2001:db8:1::1', true],
    [['2001:db8::/32'], '2001:db9::1', false],
    [['2001:db8::1'], '2001:0db8:0::0001', true],
    [['0.0.0.0/0'], '2001:db8::1', false],
    [['203.0.113.7'], 'not an address', false],
    [['203.0.113.7', '198.51.100.0/25'], '198.51.100.127', true],
  ])('%j of a request from %s: %s', (networks, client, allowed) => {
    expect(isAllowed(networks, client)).toBe(allowed);
  });

  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.0/24', '203.0.113.0/24'],
    ['2001:0DB8::1', '2001:db8::1'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['10.1', undefined],
    ['0x7f.1', undefined],
    ['203.0.113.0/33', undefined],
    ['shop.example', undefined],
    ['', undefined],
  ])('%s is written as %s', (text, normal) => {
    expect(normalizeNetwork(text)).toBe(normal);
  });
});
