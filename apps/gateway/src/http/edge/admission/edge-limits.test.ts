import { createEdgeLimits, clientNetwork } from './edge-limits';
import type { RateLimiter } from './rate-limit';

const key = Buffer.alloc(32, 1).toString('base64');
const config = {
  PAGE_REQUESTS_PER_ADDRESS: 3,
  PAGE_FORMS_PER_ADDRESS: 2,
  PAGE_FORMS_PER_CHECKOUT: 3,
  CARD_TOKENS_PER_ADDRESS: 1,
  SIGN_INS_PER_ADDRESS: 0,
  OAUTH_REQUESTS_PER_ADDRESS: 0,
  OAUTH_CLIENTS_PER_ADDRESS: 0,
  WRONG_KEYS_PER_ADDRESS: 0,
  CARD_TOKENS_PER_CARD: 1,
};

/** Counts for ever. */
function countingLimiter(): RateLimiter & { readonly keys: string[] } {
  const keys: string[] = [];
  return {
    keys,
    count(counted, limit) {
      keys.push(counted);
      const used = keys.filter((one) => one === counted).length;
      return Promise.resolve({ limit, remaining: 0, resetSeconds: 42, isExceeded: used > limit });
    },
  };
}

const refusal = { kind: 'RESOURCE_EXHAUSTED', metadata: { retryAfterSeconds: '42' } };

describe('the limits of visitors', () => {
  it('count an IPv4 address, and all that one IPv6 customer has as one', () => {
    expect(clientNetwork('203.0.113.9')).toBe('203.0.113.9');
    expect(clientNetwork('::ffff:203.0.113.9')).toBe('203.0.113.9');
    const one = clientNetwork('2001:db8:7:1::1');
    expect(one).toBe('2001:db8:7:1');
    expect([clientNetwork('2001:0DB8:0007:0001:ffff::'), clientNetwork('2001:db8:7:1:2:3:4:5')]).toEqual([one, one]);
    expect(clientNetwork('2001:db8:7:2::1')).not.toBe(one);
    expect([clientNetwork('::1'), clientNetwork('fe80::1%eth0'), clientNetwork('no address')]).toEqual([
      '0:0:0:0',
      'fe80:0:0:0',
      '',
    ]);
  });

  it('count an address beside which a proxy has written a port', () => {
    expect(clientNetwork('203.0.113.9:51234')).toBe('203.0.113.9');
    expect([clientNetwork('[2001:db8:7:1::1]:443'), clientNetwork('[2001:db8:7:1::1]')]).toEqual(
      Array(2).fill('2001:db8:7:1'),
    );
  });

  it('refuse only the caller over its limit, with the seconds to wait', async () => {
    const limits = createEdgeLimits(config, key, countingLimiter());
    for (let time = 0; time < 2; time += 1) await limits.form('203.0.113.1', 'bill_1');
    await expect(limits.form('203.0.113.1', 'bill_2')).rejects.toMatchObject(refusal);
    await limits.form('203.0.113.2', 'bill_1');
    await expect(limits.form('203.0.113.3', 'bill_1')).rejects.toMatchObject(refusal);
    await limits.cardToken('203.0.113.1');
    await expect(limits.cardToken('203.0.113.1')).rejects.toMatchObject(refusal);
    await limits.card('store_1', '4242 4242 4242 4242');
    await expect(limits.card('store_1', '4242-4242-4242-4242')).rejects.toMatchObject(refusal);
    await limits.card('store_2', '4242424242424242');
  });

  it('count nothing that says who it is, and nothing where there is no limit', async () => {
    const limiter = countingLimiter();
    const limits = createEdgeLimits(config, key, limiter);
    await limits.page('203.0.113.1');
    await limits.card('store_1', '4242424242424242');
    expect(limiter.keys.join()).not.toMatch(/203\.0|4242/);
    const open = createEdgeLimits({ ...config, PAGE_REQUESTS_PER_ADDRESS: 0 }, key, limiter);
    for (let time = 0; time < 10; time += 1) await open.page('203.0.113.1');
  });

  it('let nobody guess a buyer’s code, nor fill a buyer’s mailbox from many addresses', async () => {
    const limits = createEdgeLimits(config, key, countingLimiter());
    for (let count = 0; count < 5; count += 1) await limits.accessCode('ask');
    await expect(limits.accessCode('ask')).rejects.toMatchObject(refusal);
    await expect(limits.accessCode('other')).resolves.toBeUndefined();
    for (let count = 0; count < 3; count += 1) await limits.accessCodeMail(`203.0.113.${String(count)}`, 'subs_1');
    await expect(limits.accessCodeMail('203.0.113.9', 'subs_1')).rejects.toMatchObject(refusal);
    for (let count = 0; count < 10; count += 1) await limits.accessCodeMail('203.0.114.1', `subs_${String(count + 2)}`);
    await expect(limits.accessCodeMail('203.0.114.1', 'subs_99')).rejects.toMatchObject(refusal);
  });
});
