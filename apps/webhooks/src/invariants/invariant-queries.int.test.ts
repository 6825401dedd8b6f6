import type { Tenant } from '@pitanga/core';
import type { Db, Invariant } from '@pitanga/database';
import {
  aTenant,
  statesThatMustEnd,
  unseenStates,
  violatedInvariants,
  freePort,
  testClock,
  waitFor,
  webhookReceiver,
} from '@pitanga/testing';
import { startHarness, type Harness } from '../../test/harness';
import { webhooksInvariants } from '../webhooks';
import {
  activeWebhooksCanSign,
  endsAreWhole,
  firstAttemptsAreMade,
  invariants,
  leasesEnd,
  mailsAreDeliveries,
  queueIsForActiveWebhooks,
  queueMatchesDeliveries,
} from './invariant-queries';

const tenant = aTenant();
let harness: Harness;

beforeAll(async () => {
  // Rules about age compare with the database's own clock.
  harness = await startHarness(testClock(new Date()));
  await deliveriesInEveryState(tenant);
});
afterAll(() => harness.stop());

/** One delivered, one waiting for its retry, one never tried. */
async function deliveriesInEveryState(of: Tenant): Promise<void> {
  const receiver = await webhookReceiver();
  await harness.register(of, receiver.url);
  await harness.register(of, `http://127.0.0.1:${String(await freePort())}/`);
  await harness.pay(of);
  harness.dispatch();
  const { db } = harness.database;
  await waitFor('both attempts', async () => (await db('attempts').select('no')).length === 2);
  await waitFor(
    'the end of both leases',
    async () => (await db('delivery_queue').where({ state: 'LEASED' })).length === 0,
  );
  await harness.stopDispatchers();
  await harness.pay(of);
  await receiver.close();
}

const anHourAgo = (db: Db) => db.raw(`now() - interval '61 minutes'`);

const cases: readonly [string, Invariant, (db: Db) => Promise<unknown>][] = [
  [
    'a queued delivery was lost',
    queueMatchesDeliveries,
    (db) => db('deliveries').where({ status: 'PENDING' }).delete(),
  ],
  [
    'a pending delivery left the queue',
    queueMatchesDeliveries,
    (db) => db('delivery_queue').where({ attempts: 0 }).delete(),
  ],
  ['a body was lost', queueMatchesDeliveries, (db) => db('delivery_bodies').delete()],
  [
    'a delivery is done twice',
    queueMatchesDeliveries,
    (db) =>
      db('deliveries')
        .where({ status: 'PENDING' })
        .update({ status: 'DELIVERED', finished_at: db.raw('now()') }),
  ],
  ['a delivery ended at no time', endsAreWhole, (db) => db('deliveries').update({ finished_at: null })],
  ['a delivery succeeded without a call', endsAreWhole, (db) => db('deliveries').update({ attempts: 0 })],
  [
    'no attempt of a due delivery',
    firstAttemptsAreMade,
    (db) =>
      db('delivery_queue')
        .where({ attempts: 0 })
        .update({ due_at: anHourAgo(db) }),
  ],
  [
    'no process reclaims leases',
    leasesEnd,
    (db) => db('delivery_queue').update({ state: 'LEASED', lease_token: 't', lease_until: anHourAgo(db) }),
  ],
  [
    'something waits for a deleted webhook',
    queueIsForActiveWebhooks,
    (db) => db('webhooks').update({ status: 'DELETED' }),
  ],
  [
    'something waits for the webhook of another store',
    queueIsForActiveWebhooks,
    (db) => db('webhooks').update({ store_id: 'store_other' }),
  ],
  [
    'a webhook lost its secret',
    activeWebhooksCanSign,
    (db) => db('webhook_secrets').update({ expires_at: anHourAgo(db) }),
  ],
  [
    'what a sent mail said is still there',
    mailsAreDeliveries,
    async (db) => {
      await db('deliveries').where({ status: 'DELIVERED' }).update({ is_mail: true });
      await db.raw(
        `insert into mails (delivery_id, store_id, dev_mode, kind, content_sealed, created_at)
         select id, store_id, dev_mode, 'RECEIPT', '\\x00', now() from deliveries where status = 'DELIVERED'`,
      );
    },
  ],
];

const nothingWaits = async (db: Db): Promise<void> => {
  await db('delivery_queue').delete();
  await db('delivery_bodies').delete();
  await db('deliveries')
    .where({ status: 'PENDING' })
    .update({ status: 'DROPPED', finished_at: db.raw('now()') });
};

/** States that rows have beside those above, each as a change that leaves every invariant whole. */
const otherStates: readonly [string, (db: Db) => Promise<unknown>][] = [
  ['deliveries failed', (db) => db('deliveries').where({ status: 'DELIVERED' }).update({ status: 'FAILED' })],
  ['deliveries were dropped', nothingWaits],
  [
    'a call is under way',
    (db) => db('delivery_queue').update({ state: 'LEASED', lease_token: 't', lease_until: db.raw('now()') }),
  ],
  ...['DISABLED', 'DELETED'].map((status): [string, (db: Db) => Promise<unknown>] => [
    `webhooks are ${status}`,
    async (db) => {
      await nothingWaits(db);
      await db('webhooks').update({ status });
    },
  ]),
];

describe('the invariants of webhooks', () => {
  it('hold on deliveries that are done, waiting and new', async () => {
    expect(await violatedInvariants(harness.database.db, invariants, new Date(), () => Promise.resolve())).toEqual([]);
  });

  it('hold while what is due waits behind a call to an endpoint that hangs', async () => {
    const queueBehind = async (db: Db): Promise<unknown> => {
      await db('delivery_queue')
        .where({ attempts: 0 })
        .update({ due_at: anHourAgo(db) });
      return await db('delivery_queue')
        .where('attempts', '>', 0)
        .update({
          webhook_id: db('delivery_queue').where({ attempts: 0 }).min('webhook_id'),
          started_at: db.raw('now()'),
        });
    };
    const broken = await violatedInvariants(harness.database.db, [firstAttemptsAreMade], new Date(), async (db) => {
      await queueBehind(db);
      await db('delivery_queue')
        .where({ attempts: 0 })
        .whereNotIn('webhook_id', db('delivery_queue').where('attempts', '>', 0).select('webhook_id'))
        .delete();
    });
    expect(broken).toEqual([]);
  });

  it.each(cases)('find that %s', async (_what, { name }, damage) => {
    expect(await violatedInvariants(harness.database.db, invariants, new Date(), damage)).toContain(name);
  });

  it('are each proved to see a violation', () => {
    expect(new Set(cases.map(([, { name }]) => name))).toEqual(new Set(invariants.map(({ name }) => name)));
  });

  it('are watched together with those of every service', () => {
    expect(webhooksInvariants.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['leases_end', 'outbox_is_published']),
    );
  });

  it.each(otherStates)('hold when %s', async (_what, change) => {
    expect(await violatedInvariants(harness.database.db, invariants, new Date(), change)).toEqual([]);
  });

  it('have met every state that their tables can have', async () => {
    const changes = otherStates.map(([, change]) => change);
    expect(await unseenStates(harness.database.db, invariants, changes)).toEqual([]);
  });

  it('let rows stay for years in every state but these', async () => {
    const inYears = new Date(Date.now() + 5 * 365 * 86_400_000);
    expect(await statesThatMustEnd(harness.database.db, invariants, inYears)).toEqual([
      'first_attempts_are_made: delivery_queue.state = WAITING',
      'first_attempts_are_made: delivery_queue.state = READY',
    ]);
  });
});
