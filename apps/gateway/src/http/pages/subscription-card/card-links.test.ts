import { toTenant } from '@pitanga/core';
import { aTenant, testIds } from '@pitanga/testing';
import { createCardLinks } from './card-links';

const key = Buffer.alloc(32, 1).toString('base64');
const links = createCardLinks(key, 'https://pay.example');
const now = new Date('2026-11-20T15:00:00.000Z');
const day = 86_400_000;
const after = (ms: number): Date => new Date(now.getTime() + ms);
const link = { tenant: aTenant(), subscriptionId: testIds.next('subscription', now) };

const tokenOf = (address: string): string =>
  /^https:\/\/pay\.example\/subscriptions\/([^/]+)\/card$/.exec(address)![1]!;

describe('a card link', () => {
  it('opens to its subscription and environment, and fits into a path', () => {
    for (const tenant of [link.tenant, toTenant(link.tenant.storeId, false)]) {
      const token = tokenOf(links.cardAddress({ ...link, tenant }, now));
      expect(token).toMatch(/^[0-9A-Za-z_.-]{1,128}$/);
      expect(links.open(token, now)).toEqual({ ...link, tenant });
    }
  });

  it('opens for 30 days', () => {
    const token = tokenOf(links.cardAddress(link, now));
    expect(links.open(token, after(30 * day - 1))).toEqual(link);
    expect(links.open(token, after(30 * day))).toBeUndefined();
  });

  it('changed in any character opens nothing', () => {
    const token = tokenOf(links.cardAddress(link, now));
    for (let index = 0; index < token.length; index += 1) {
      const other = token[index] === 'x' ? 'y' : 'x';
      expect(links.open(token.slice(0, index) + other + token.slice(index + 1), now)).toBeUndefined();
    }
  });

  it.each(['', '.', 'a', 'subs_1.store_1.d.zzzzzz', 'subs_1.store_1.d.zzzzzz.'])(
    'without a valid signature (%j) opens nothing',
    (token) => {
      expect(links.open(token, now)).toBeUndefined();
    },
  );

  it('of another key opens nothing', () => {
    const other = createCardLinks(Buffer.alloc(32, 2).toString('base64'), 'https://pay.example');
    expect(links.open(tokenOf(other.cardAddress(link, now)), now)).toBeUndefined();
  });
});
