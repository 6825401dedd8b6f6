import { systemClock } from '@pitanga/core';
import { openTransaction } from '@pitanga/database';
import { appendAudit } from '@pitanga/gateway';
import { testIds } from '@pitanga/testing';
import { findUnownedAccounts } from '../src/doctor/account-owners';
import type { Databases } from '../src/doctor/databases';
import { anAccountOf, closeDatabases, openDatabases } from './doctor-stores';

let databases: Databases;

beforeAll(async () => {
  databases = await openDatabases();
});
afterAll(closeDatabases);

describe('accounts without an owner', () => {
  it('are listed with who set them last, and how they get one', async () => {
    const opened = await Promise.all(
      [databases.gateway, databases.billing, databases.payouts].map((db) => openTransaction(db)),
    );
    const [gateway, billing, payouts] = opened as [(typeof opened)[0], (typeof opened)[0], (typeof opened)[0]];
    const seen = { ...databases, gateway, billing, payouts };
    try {
      expect(await findUnownedAccounts(seen)).toEqual([]);
      await Promise.all([
        anAccountOf(billing, 'pix_accounts'),
        anAccountOf(billing, 'stripe_accounts'),
        anAccountOf(payouts, 'payout_accounts'),
      ]);
      const inside = { db: gateway, clock: systemClock, ids: testIds };
      const by = (kind: 'OPERATOR' | 'KEY', action: string, id: string) =>
        appendAudit(
          inside,
          { storeId: 'store_old' },
          { actor: { kind, id: 'x' }, action, requestId: 'req_1', target: { type: 'PROVIDER', id } },
        );
      await by('OPERATOR', 'pix_account.set', 'store_old');
      await by('KEY', 'provider.connected', 'BACEN_PIX');
      await by('OPERATOR', 'payout_account.set', 'store_old');
      expect((await findUnownedAccounts(seen)).map(({ text }) => text)).toEqual([
        'BACEN_PIX of store_old has no owner, the store itself set it last: pix-accounts owner --store store_old --owner operator|merchant',
        'STRIPE of store_old has no owner, nobody known set it last: stripe-accounts owner --store store_old --owner operator|merchant',
        'HTTP_PAYOUTS of store_old has no owner, the operator set it last: payout-accounts owner --store store_old --owner operator|merchant',
      ]);
    } finally {
      await Promise.all(opened.map((tx) => tx.rollback()));
    }
  });
});
