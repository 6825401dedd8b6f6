import { setTimeout as delay } from 'node:timers/promises';
import { appendEvents, inTransaction } from '@pitanga/database';
import { backoffMs, systemRandom, createFailureLog } from '@pitanga/runtime';
import type { Deps } from '../deps';
import { recordResends } from '../deliveries/manual-attempt-repository';
import { findWebhooks } from '../endpoints/webhook-queries';
import { lockWebhooks, setWebhookStatus } from '../endpoints/webhook-repository';
import type { AttemptResult } from '../deliveries/attempt';
import { recordAttempts, recordLateEnds } from '../deliveries/attempt-repository';
import { changePaces } from '../endpoints/pace-repository';
import { healthChanges, paceChanges } from './endpoint-changes';
import type { FinishedDelivery } from '../deliveries/delivery';
import { deliveryFinished } from '../deliveries/delivery-events';
import type { DispatchLimits } from './dispatch-limits';
import { dropPendingDeliveries } from '../deliveries/drop-deliveries';
import { endpointTroubled, type EndpointTrouble } from '../endpoints/endpoint-health';
import { changeHealth } from '../endpoints/endpoint-health-repository';

type RecorderDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'log'>;

/** What recording a batch has changed beyond its attempts. */
export interface Recorded {
  readonly finished: readonly FinishedDelivery[];
  readonly troubles: readonly EndpointTrouble[];
}

export interface Recorder {
  /** Takes a result; resolves once it is recorded. */
  record(result: AttemptResult): Promise<void>;
  /** Resolves when everything taken so far is recorded. */
  flush(): Promise<void>;
  /** Failures of the database are no longer waited out: leases bring those deliveries back. */
  stop(): void;
}

const retryMsMax = 2_000;

/**
 * Records results in batches: whatever ends while one transaction is under way goes into the next, so the
 * number of commits follows the database's speed and not the number of deliveries.
 */
export function createRecorder(
  deps: RecorderDeps,
  limits: DispatchLimits,
  onRecorded: (recorded: Recorded) => void,
): Recorder {
  let waiting: { readonly result: AttemptResult; readonly done: () => void }[] = [];
  let running: Promise<void> | undefined;
  let isStopping = false;
  const trouble = createFailureLog({ log: deps.log, job: 'record', message: 'attempts could not be recorded' });

  const recordBatch = async (results: readonly AttemptResult[]): Promise<void> => {
    for (;;) {
      try {
        onRecorded(await recordResults(deps, limits, results));
        trouble.succeeded();
        return;
      } catch (error) {
        trouble.failed(error);
        if (isStopping) return;
        await delay(backoffMs(trouble.failures(), 0, systemRandom, retryMsMax));
      }
    }
  };
  const run = async (): Promise<void> => {
    // A turn of the event loop collects what ends together.
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const batch = waiting.slice(0, limits.resultsPerBatch);
      waiting = waiting.slice(limits.resultsPerBatch);
      await recordBatch(batch.map(({ result }) => result));
      for (const { done } of batch) done();
    }
    running = undefined;
  };
  return {
    record: (result) =>
      new Promise((resolve) => {
        waiting.push({ result, done: resolve });
        running ??= run();
      }),
    flush: async () => {
      await running;
    },
    stop: () => {
      isStopping = true;
    },
  };
}

/** Attempts along the retry table first, then manual ones: a transaction each, so that both lock in the same order. */
export async function recordResults(
  deps: RecorderDeps,
  limits: DispatchLimits,
  results: readonly AttemptResult[],
): Promise<Recorded> {
  const manual = results.filter(({ delivery }) => delivery.resend > 0);
  if (manual.length === 0) return await recordWith(recordAttempts, deps, limits, results);
  const automatic = results.filter(({ delivery }) => delivery.resend === 0);
  const first = automatic.length > 0 ? await recordWith(recordAttempts, deps, limits, automatic) : undefined;
  const { finished, troubles } = await recordWith(recordResends, deps, limits, manual);
  return {
    finished: [...(first?.finished ?? []), ...finished],
    troubles: [...(first?.troubles ?? []), ...troubles],
  };
}

/** One transaction: the log, the new states, the paces, webhooks that are gone, and the facts about it. */
async function recordWith(
  record: typeof recordAttempts,
  deps: RecorderDeps,
  limits: DispatchLimits,
  results: readonly AttemptResult[],
): Promise<Recorded> {
  return await inTransaction(deps.db, async (tx) => {
    const gone = results.filter(isGone);
    if (gone.length > 0) {
      await lockWebhooks(
        tx,
        gone.map(({ delivery }) => delivery.webhookId),
      );
    }
    const { recorded, finished: ended } = await record(tx, results);
    const owned = results.filter(({ delivery }) => recorded.has(delivery.id));
    const late = await recordLateEnds(
      tx,
      results.filter(({ delivery }) => !recorded.has(delivery.id)),
    );
    const inTime = ended.map((delivery) => ({ ...delivery, isExhausted: isExhausted(delivery, owned) }));
    const finished = [...inTime, ...late];
    await changePaces(tx, paceChanges(owned, limits));
    const troubles = await changeHealth(tx, healthChanges(owned), deps.clock.real());
    // Several calls of one webhook may have ended so, which is one event.
    const goneByWebhook = new Map(owned.filter(isGone).map(({ delivery }) => [delivery.webhookId, delivery]));
    for (const delivery of goneByWebhook.values())
      troubles.push(await disableGoneWebhook({ ...deps, db: tx }, delivery));
    // Nobody switches them off or deletes them meanwhile: that would wait for the rows of the queue that are locked here.
    const webhooks = await findWebhooks(
      tx,
      troubles.map(({ webhookId }) => webhookId),
    );
    const facts = [
      ...finished.map((delivery) => deliveryFinished(deps.ids, delivery, deps.clock.now(delivery.tenant))),
      ...troubles.map((trouble) => endpointTroubled(deps.ids, deps.clock, trouble, webhooks.get(trouble.webhookId))),
    ];
    await appendEvents(tx, facts, deps.clock.real());
    return { finished, troubles };
  });
}

function isGone({ verdict }: AttemptResult): boolean {
  return verdict.kind === 'GONE';
}

function isExhausted({ id }: FinishedDelivery, results: readonly AttemptResult[]): boolean {
  return results.some(({ delivery, verdict }) => delivery.id === id && verdict.kind === 'EXHAUSTED');
}

/** The endpoint said it is gone: no attempt is made any more until the merchant enables the webhook again. */
async function disableGoneWebhook(deps: RecorderDeps, delivery: AttemptResult['delivery']): Promise<EndpointTrouble> {
  const { tenant, webhookId } = delivery;
  await setWebhookStatus(deps.db, tenant, webhookId, 'DISABLED', deps.clock.now(tenant));
  const dropped = await dropPendingDeliveries(deps, tenant, webhookId);
  return { kind: 'disabled', tenant, webhookId, deliveryId: delivery.id, dropped };
}
