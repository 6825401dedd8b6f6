import { setTimeout as delay } from 'node:timers/promises';
import { aTenant, testClock, waitFor } from '@pitanga/testing';
import { dispatchSteps, type DispatchSteps } from '../../test/dispatch-steps';
import { finishedDeliveries, startHarness, testReceivers, type Harness } from '../../test/harness';
import { dispatchLimits } from './dispatch-limits';

let harness: Harness;
let steps: DispatchSteps;
const { receive, closeAll } = testReceivers();

beforeAll(async () => {
  harness = await startHarness(testClock(new Date()));
  steps = dispatchSteps(harness);
});
afterEach(async () => {
  await harness.stopDispatchers();
  await closeAll();
  await harness.database.db('delivery_queue').delete();
});
afterAll(() => harness.stop());

/** How many claims the database has run for this process. */
async function claims(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const countClaim = ({ sql }: { sql: string }): void => {
    if (sql.includes('with recursive hooks')) count += 1;
  };
  harness.deps.db.on('query', countClaim);
  await work();
  harness.deps.db.removeListener('query', countClaim);
  return count;
}

describe('a claim', () => {
  it('tells whether it left anything: a room that is full, a place that is missing, a cap of the store', async () => {
    const tenant = aTenant();
    await harness.register(tenant, 'http://127.0.0.1:9/');
    const heldBack = async (request: Parameters<DispatchSteps['claimAfter']>[1] = {}): Promise<boolean> =>
      (await steps.claimAfter('', request)).isHeldBack;
    expect(await heldBack()).toBe(false);
    await harness.pay(tenant, 3);
    expect(await heldBack({ limits: { ...dispatchLimits, perWebhookFirst: 2 } })).toBe(true);
    await harness.pay(tenant, 2);
    // Two are leased and three are ready.
    expect(await heldBack({ free: 1 })).toBe(true);
    expect(await heldBack({ limits: { ...dispatchLimits, perStore: 4 } })).toBe(true);
    expect(await heldBack({ limits: { ...dispatchLimits, perWebhookDev: 4 } })).toBe(true);
    expect(await heldBack()).toBe(false);
  });
});

describe('a dispatcher that promotes nothing', () => {
  const limits = { promoteMs: 3_600_000 };

  it('claims what the room did not take as calls end', async () => {
    const receiver = await receive(() => ({ status: 200, delayMs: 2 }));
    const tenant = aTenant();
    await harness.register(tenant, receiver.url);
    await harness.pay(tenant, 100);
    harness.dispatch({ limits });
    expect(await finishedDeliveries(harness, tenant, 100)).toHaveLength(100);
  });

  it('claims once what comes alone, and nothing more when its call ends', async () => {
    const receiver = await receive();
    const tenant = aTenant();
    await harness.register(tenant, receiver.url);
    const dispatcher = harness.dispatch({ limits });
    await delay(50);
    const claimed = await claims(async () => {
      await harness.pay(tenant);
      dispatcher.wake();
      await finishedDeliveries(harness, tenant);
      await waitFor('the end of the call', () => Promise.resolve(dispatcher.inFlight() === 0));
      await delay(50);
    });
    expect(claimed).toBe(1);
  });
});
