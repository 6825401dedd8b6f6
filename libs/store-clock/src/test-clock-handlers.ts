import { setTimeout as delay } from 'node:timers/promises';
import {
  appendedFromWire,
  publishedTopics,
  required,
  type InboundEvent,
  type TestClockServiceDefinition,
} from '@pitanga/contracts';
import { AppError, type Tenant } from '@pitanga/core';
import { isOutboxPast, newestOutboxId, type Db } from '@pitanga/database';
import { createConsumerProgress, type Messaging, type Relay } from '@pitanga/messaging';
import type { RpcHandlers } from '@pitanga/rpc';
import type { Lifecycle } from '@pitanga/runtime';
import type { AppliedEvents } from './applied-events';
import { findClock, hasClockEvents, drainClockEvents } from './clock-repository';
import type { ClockedWork } from './clocked-work';
import { moveClock } from './move-clock';
import type { StoreClock } from './store-clock';

export interface TestClockOptions {
  readonly db: Db;
  readonly clock: StoreClock;
  readonly work: ClockedWork;
  readonly messaging: Messaging;
  readonly relay: Relay;
  readonly lifecycle: Lifecycle;
  /** What the consumer of this process has applied. */
  readonly applied: AppliedEvents;
  /** Whether the effects of these events can be read here; absent: of every event. */
  readonly isApplied?: ((tenant: Tenant, events: readonly InboundEvent[]) => Promise<boolean>) | undefined;
}

const drainMsMax = 30_000;
const applyMsMax = 5_000;
const applyLookMs = 100;
const applyLookMsMax = 400;
const pollMs = 3;
/** Longer than any process may use an old offset. */
const knownAfterMs = 2_500;

/** The test clock's RPCs of one service, the same for all, over the service's own due work. */
export function testClockHandlers(options: TestClockOptions): RpcHandlers<TestClockServiceDefinition> {
  const { db, clock, work } = options;
  const drain = createDrain(options);
  return {
    getOffset: async (_request, { tenant }) => {
      const found = await findClock(db, tenant);
      return { offsetMs: tenant.devMode ? (found?.offsetMs ?? 0) : 0 };
    },

    setOffset: async (request, { tenant }) => {
      const move = { offsetMs: request.offsetMs, isAdvancing: request.advancing };
      await moveClock({ db, clock }, tenant, move, (tx, deltaMs) => work.shift(tx, tenant, deltaMs));
      return {};
    },

    getNextDue: async (request, { tenant }) => {
      await clock.reload(tenant);
      return { dueAt: await work.nextDue(tenant, required(request.until, 'until'), request.after) };
    },

    runDue: async (_request, { tenant }) => {
      await clock.reload(tenant);
      return { done: await work.runDue(tenant) };
    },

    drain: async (_request, { tenant }) => {
      await drain(tenant);
      const events = await drainClockEvents(db, tenant);
      return { happenings: events.map(({ at, type, subjectId }) => ({ at, type, id: subjectId })) };
    },

    awaitApplied: async ({ events }, { tenant }) => ({
      applied: await hasApplied(options, tenant, appendedFromWire(events)),
    }),
  };
}

/**
 * Hears of what this process applies, and looks for what another replica may have applied: after 25 milliseconds, then
 * after pauses that double.
 */
async function hasApplied(
  { isApplied, applied, clock }: TestClockOptions,
  tenant: Tenant,
  events: readonly InboundEvent[],
): Promise<boolean> {
  if (!isApplied) return true;
  const deadline = clock.real().getTime() + applyMsMax;
  for (let lookMs = applyLookMs; ; lookMs = Math.min(2 * lookMs, applyLookMsMax)) {
    if ((await applied.wait(events, lookMs)) || (await isApplied(tenant, events))) return true;
    if (clock.real().getTime() >= deadline) return false;
  }
}

/** Publishes what waits in the outbox, and waits until every consumer has handled the events of the store. */
function createDrain({ db, clock, messaging, relay, lifecycle }: TestClockOptions): (tenant: Tenant) => Promise<void> {
  const progress = createConsumerProgress(messaging);
  lifecycle.defer('consumer progress', () => progress.stop());
  const topics = publishedTopics(messaging.clientId);
  /** By store, the start of the advance for which all earlier events have been consumed. */
  const consumedBefore = new Map<string, number>();

  const publish = async (deadline: number): Promise<void> => {
    const newest = await newestOutboxId(db);
    if (newest === 0) return;
    relay.flush();
    while (!(await isOutboxPast(db, newest))) {
      if (performance.now() >= deadline) throw notDrained(new Error('facts are still in the outbox'));
      await delay(pollMs);
    }
  };

  return async (tenant) => {
    const deadline = performance.now() + drainMsMax;
    await publish(deadline);
    const hasNew = await hasClockEvents(db, tenant);
    const since = (await findClock(db, tenant))?.advancingSince?.getTime();
    if (!hasNew && since !== undefined && consumedBefore.get(tenant.storeId) === since) return;
    await progress.waitUntilConsumed(topics, deadline - performance.now()).catch((error: unknown) => {
      throw notDrained(error);
    });
    // Earlier, another process may not have read the advance, and recorded nothing of what it published.
    const isKnown = since !== undefined && clock.real().getTime() - since > knownAfterMs;
    if (isKnown) consumedBefore.set(tenant.storeId, since);
  };
}

function notDrained(cause: unknown): AppError {
  const message = 'The queues of the store did not come to rest in time';
  return new AppError({ kind: 'DEADLINE_EXCEEDED', reason: 'NOT_DRAINED', message, cause });
}
