import { moveClock, type ClockedWork, type StoreClock } from '@pitanga/store-clock';
import {
  aTenant,
  testClock,
  waitFor,
  webhookReceiver,
  type ReceiverAnswer,
  type WebhookReceiver,
} from '@pitanga/testing';
import { deliveriesOf, queuedOf, startHarness, type Harness } from '../../test/harness';
import { retryDelaysMs } from '../deliveries/attempt';
import { testClockRetries } from './test-clock-retries';
import type { Dispatcher } from '../delivering/dispatcher';

const real = testClock(new Date());
let harness: Harness;
let clock: StoreClock;
let work: ClockedWork;
let dispatcher: Dispatcher;
let receiver: WebhookReceiver;
let answer: ReceiverAnswer;

beforeAll(async () => {
  harness = await startHarness(real);
  ({ clock } = harness.deps);
});
beforeEach(async () => {
  answer = { status: 500 };
  receiver = await webhookReceiver(({ path }) => (path === '/quick' ? 503 : answer));
  // Its timer is so slow that it claims only when woken.
  const settings = { timeoutMs: 120_000, signatureKey: undefined, userAgent: 'test' };
  dispatcher = harness.dispatch({ settings, limits: { promoteMs: 3_600_000 } });
  work = testClockRetries({ db: harness.deps.db, clock }, dispatcher);
});
afterEach(async () => {
  await harness.stopDispatchers();
  await receiver.close();
});
afterAll(() => harness.stop());

type Tenant = ReturnType<typeof aTenant>;

const aFailingStore = async (): Promise<Tenant> => {
  const tenant = aTenant();
  await harness.register(tenant, receiver.url);
  await harness.pay(tenant);
  return tenant;
};
const moveBy = (tenant: Tenant, ms: number): Promise<void> =>
  moveClock(
    { db: harness.deps.db, clock },
    tenant,
    { offsetMs: clock.offsetMs(tenant) + ms, isAdvancing: true },
    (tx, deltaMs) => work.shift(tx, tenant, deltaMs),
  );
const after = (tenant: Tenant, ms: number): Date => new Date(clock.now(tenant).getTime() + ms);

describe('a moved clock and retries', () => {
  it('makes every retry of the table at its millisecond of the store, and not one before', async () => {
    const tenant = await aFailingStore();
    expect(await work.runDue(tenant)).toBe(1);
    for (const [index, delayMs] of retryDelaysMs.entries()) {
      const calls = receiver.seen.length;
      expect(await work.nextDue(tenant, after(tenant, delayMs - 1))).toBeUndefined();
      expect(await work.nextDue(tenant, after(tenant, delayMs))).toEqual(after(tenant, delayMs));
      await moveBy(tenant, delayMs - 1);
      expect(await work.runDue(tenant)).toBe(0);
      expect(receiver.seen).toHaveLength(calls);
      await moveBy(tenant, 1);
      expect(await work.runDue(tenant)).toBe(1);
      expect(receiver.seen).toHaveLength(index + 2);
    }
    expect(await work.nextDue(tenant, after(tenant, 10 * 86_400_000))).toBeUndefined();
    expect(await deliveriesOf(harness, tenant)).toMatchObject([{ status: 'FAILED', attempts: 7 }]);
  });

  it('leaves the retries of other stores where they are', async () => {
    const [tenant, other] = [await aFailingStore(), await aFailingStore()];
    await work.runDue(tenant);
    await work.runDue(other);
    const [before] = await queuedOf(harness, other);
    await moveBy(tenant, 3_600_000);
    expect(await queuedOf(harness, other)).toEqual([before]);
    expect(await work.runDue(other)).toBe(0);
    expect(await work.nextDue(other, after(other, 5_000))).toEqual(before?.due_at);
  });

  it('waits two seconds for an endpoint that stays silent, then goes on and leaves it the rest of its 30 s', async () => {
    const tenant = aTenant();
    const held = Promise.withResolvers<undefined>();
    answer = { status: 200, until: held.promise };
    await harness.register(tenant, receiver.url);
    await harness.pay(tenant);
    const waiting = work.runDue(tenant);
    await waitFor('the call', () => Promise.resolve(receiver.seen.length === 1));
    real.advance(2_000);
    expect(await waiting).toBe(1);
    expect(await deliveriesOf(harness, tenant)).toMatchObject([{ status: 'PENDING' }]);
    await moveBy(tenant, 86_400_000);
    expect(await work.runDue(tenant)).toBe(0);
    held.resolve(undefined);
    await waitFor('the answer', async () => (await deliveriesOf(harness, tenant))[0]?.status === 'DELIVERED');
    expect(await deliveriesOf(harness, tenant)).toMatchObject([{ status: 'DELIVERED', attempts: 1 }]);
  });

  it('waits for the calls of every other endpoint while one is silent', async () => {
    const tenant = aTenant();
    answer = { status: 200, delayMs: 600_000 };
    await harness.register(tenant, receiver.url);
    await harness.pay(tenant);
    const waiting = work.runDue(tenant);
    await waitFor('the call', () => Promise.resolve(receiver.seen.length === 1));
    real.advance(2_000);
    await waiting;
    await harness.register(tenant, `${receiver.url}/quick`);
    await harness.pay(tenant);
    expect(await work.runDue(tenant)).toBe(1);
    expect(receiver.seen.filter(({ path }) => path === '/quick')).toHaveLength(1);
  });
});
