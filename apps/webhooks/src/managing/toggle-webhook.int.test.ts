import { transact } from '@pitanga/database';
import { aTenant, startBeforeAll, testClock, waitFor, webhookReceiver } from '@pitanga/testing';
import { chargePaid } from '../../test/domain-events';
import { deliveriesOf, queuedOf, startHarness } from '../../test/harness';
import { matchEvents } from '../consuming/match-events';
import { toggleWebhook } from './toggle-webhook';
import { deleteWebhook } from './delete-webhook';
import { updateWebhook } from './update-webhook';

const clock = testClock(new Date());
const harness = startBeforeAll(() => startHarness(clock));

afterEach(() => harness.stopDispatchers());

describe('switching a webhook', () => {
  it('off drops its pending deliveries, and gets no new ones', async () => {
    const tenant = aTenant();
    const { id } = await harness.register(tenant, 'http://127.0.0.1:9/');
    await harness.pay(tenant, 2);
    clock.advance(1_000);
    expect(await transact(harness.deps, (tx) => toggleWebhook(tx, tenant, id))).toMatchObject({
      status: 'DISABLED',
      updatedAt: clock.real(),
    });
    expect(await queuedOf(harness, tenant)).toEqual([]);
    await harness.pay(tenant);
    expect(await deliveriesOf(harness, tenant)).toMatchObject([{ status: 'DROPPED' }, { status: 'DROPPED' }]);
  });

  it('on begins for one that was made off, which got nothing', async () => {
    const tenant = aTenant();
    const { id, status } = await harness.register(tenant, 'http://127.0.0.1:9/', { isDisabled: true });
    expect(status).toBe('DISABLED');
    await harness.pay(tenant);
    expect(await deliveriesOf(harness, tenant)).toEqual([]);
    expect(await transact(harness.deps, (tx) => toggleWebhook(tx, tenant, id))).toMatchObject({ status: 'ACTIVE' });
    await harness.pay(tenant);
    expect(await deliveriesOf(harness, tenant)).toHaveLength(1);
  });

  it('on again starts with new events: nothing dropped comes back, and events of the pause that come over a quarter of an hour late are not sent', async () => {
    const receiver = await webhookReceiver();
    const tenant = aTenant();
    const { id } = await harness.register(tenant, receiver.url);
    await harness.pay(tenant);
    await transact(harness.deps, (tx) => toggleWebhook(tx, tenant, id));
    const duringPause = chargePaid(tenant, clock.real());
    clock.advance(900_001);
    expect(await transact(harness.deps, (tx) => toggleWebhook(tx, tenant, id))).toMatchObject({ status: 'ACTIVE' });
    expect(await matchEvents(harness.deps, [duringPause])).toBe(0);
    await harness.pay(tenant);
    harness.dispatch();
    await waitFor('the new delivery', async () => (await deliveriesOf(harness, tenant))[1]?.status === 'DELIVERED');
    expect(await deliveriesOf(harness, tenant)).toMatchObject([{ status: 'DROPPED' }, { status: 'DELIVERED' }]);
    expect(receiver.seen).toHaveLength(1);
    await receiver.close();
  });

  it('to other events drops what waits of those that it no longer takes, and keeps the rest', async () => {
    const tenant = aTenant();
    const events = ['transparent.completed', 'transparent.refunded'];
    const { id } = await harness.register(tenant, 'http://127.0.0.1:9/', { events });
    await harness.pay(tenant);
    const taking = (kept: string[]) =>
      transact(harness.deps, (tx) =>
        updateWebhook(tx, tenant, id, { name: undefined, endpoint: undefined, events: kept }),
      );
    await taking(events.slice(0, 1));
    expect(await deliveriesOf(harness, tenant)).toMatchObject([{ status: 'PENDING' }]);
    await taking(events.slice(1));
    expect(await queuedOf(harness, tenant)).toEqual([]);
    expect(await deliveriesOf(harness, tenant)).toMatchObject([{ status: 'DROPPED' }]);
  });

  it('while events are matched leaves nothing in the queue of a disabled one', async () => {
    const tenant = aTenant();
    const { id } = await harness.register(tenant, 'http://127.0.0.1:9/');
    const work = Array.from({ length: 10 }, () => harness.pay(tenant, 5));
    await Promise.all([...work, transact(harness.deps, (tx) => toggleWebhook(tx, tenant, id))]);
    expect(await queuedOf(harness, tenant)).toEqual([]);
    expect((await deliveriesOf(harness, tenant)).every(({ status }) => status === 'DROPPED')).toBe(true);
  });

  it('of another store or environment, or deleted, is not found', async () => {
    const tenant = aTenant();
    const { id } = await harness.register(tenant, 'http://127.0.0.1:9/');
    const absent = { kind: 'NOT_FOUND', message: 'Webhook não encontrado.' };
    await expect(transact(harness.deps, (tx) => toggleWebhook(tx, aTenant(), id))).rejects.toMatchObject(absent);
    await expect(
      transact(harness.deps, (tx) => toggleWebhook(tx, { ...tenant, devMode: false }, id)),
    ).rejects.toMatchObject(absent);
    await transact(harness.deps, (tx) => deleteWebhook(tx, tenant, id));
    await expect(transact(harness.deps, (tx) => toggleWebhook(tx, tenant, id))).rejects.toMatchObject(absent);
  });
});
