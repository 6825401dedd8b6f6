import type { CrossTenant } from '@pitanga/core';
import { appendEvents, transact } from '@pitanga/database';
import type { AttemptResult } from '../deliveries/attempt';
import { recordAttempts, recordLateResults } from '../deliveries/attempt-repository';
import type { FinishedDelivery } from '../deliveries/delivery';
import { deliveryFinished } from '../deliveries/delivery-events';
import { dropPendingDeliveries } from '../deliveries/drop-deliveries';
import { recordManualAttempts } from '../deliveries/manual-attempt-repository';
import type { Deps, TxDeps } from '../deps';
import { endpointChangeEvent, type EndpointChange } from '../endpoints/endpoint-health';
import { updateEndpointHealth } from '../endpoints/endpoint-health-repository';
import { changePaces } from '../endpoints/pace-repository';
import { findWebhooks, lockWebhooks, setWebhookStatus } from '../endpoints/webhook-repository';
import { isMailChannel } from '../mails/mail';
import { dropContents } from '../mails/mail-repository';
import { insertBounces } from '../mails/suppression-repository';
import type { DispatchLimits } from './dispatch-limits';
import { paceChanges, summarizeAttempts } from './endpoint-changes';

export type RecorderDeps = Pick<Deps, 'db' | 'tools'> & { readonly all: CrossTenant };

export interface Recorded {
  readonly finished: readonly FinishedDelivery[];
  readonly endpointChanges: readonly EndpointChange[];
}

/** Records attempts of the retry table, then manual ones, in a transaction each: both lock rows in the same order. */
export async function recordResults(
  deps: RecorderDeps,
  limits: DispatchLimits,
  results: readonly AttemptResult[],
): Promise<Recorded> {
  const manual = results.filter(({ delivery }) => delivery.resend > 0);
  if (manual.length === 0) return await recordWith(recordAttempts, deps, limits, results);
  const automatic = results.filter(({ delivery }) => delivery.resend === 0);
  const first = automatic.length > 0 ? await recordWith(recordAttempts, deps, limits, automatic) : undefined;
  const { finished, endpointChanges } = await recordWith(recordManualAttempts, deps, limits, manual);
  return {
    finished: [...(first?.finished ?? []), ...finished],
    endpointChanges: [...(first?.endpointChanges ?? []), ...endpointChanges],
  };
}

/** Records results, with all that follows from them for their webhooks, and appends the events, in one transaction. */
async function recordWith(
  record: typeof recordAttempts,
  deps: RecorderDeps,
  limits: DispatchLimits,
  results: readonly AttemptResult[],
): Promise<Recorded> {
  const { all } = deps;
  return await transact(deps, async (tx) => {
    await lockWebhooks(
      tx.db,
      results.filter(isGone).map(({ delivery }) => delivery),
    );
    const { recorded, finished: ended } = await record(tx.db, results);
    const owned = results.filter(({ delivery }) => recorded.has(delivery.id));
    const late = await recordLateResults(
      tx.db,
      results.filter(({ delivery }) => !recorded.has(delivery.id)),
    );
    const inTime = ended.map((delivery) => ({ ...delivery, isExhausted: isExhausted(delivery, owned) }));
    const finished = [...inTime, ...late];
    await changePaces(tx.db, paceChanges(owned, limits));
    const endpointChanges = [
      ...(await updateEndpointHealth(tx.db, summarizeAttempts(owned), tx.clock.real())),
      ...(await disableGoneWebhooks(tx, owned.filter(isGone))),
    ];
    // These webhooks cannot be disabled or deleted now: that would wait for the queue rows locked here.
    const webhooks = await findWebhooks(tx.db, endpointChanges);
    await settleMails(tx, all, owned, finished);
    const events = [
      ...finished
        .filter(isOfWebhook)
        .map((delivery) => deliveryFinished(tx.ids, delivery, tx.clock.now(delivery.tenant))),
      ...endpointChanges.map((change) => endpointChangeEvent(tx.ids, tx.clock, change, webhooks.get(change.webhookId))),
    ];
    await appendEvents(tx.db, events, tx.clock.real());
    return { finished, endpointChanges };
  });
}

/** Its id in the queue is the only thing that a mail has of a webhook: no event tells it. */
function isOfWebhook({ webhookId }: FinishedDelivery): boolean {
  return !isMailChannel(webhookId);
}

/** Forgets what ended mails said, and notes the addresses that do not exist. */
async function settleMails(
  { db, clock }: TxDeps,
  all: CrossTenant,
  results: readonly AttemptResult[],
  finished: readonly FinishedDelivery[],
): Promise<void> {
  await dropContents(
    db,
    finished.filter((delivery) => !isOfWebhook(delivery)),
  );
  const bounces = results.flatMap(({ isBounce, status, delivery: { mail } }) =>
    isBounce === true && mail?.recipient && status !== undefined
      ? [{ recipient: mail.recipient, statusCode: status }]
      : [],
  );
  if (bounces.length > 0) await insertBounces(db, all, bounces, clock.real());
}

function isGone({ verdict }: AttemptResult): boolean {
  return verdict.kind === 'GONE';
}

function isExhausted({ id }: FinishedDelivery, results: readonly AttemptResult[]): boolean {
  return results.some(({ delivery, verdict }) => delivery.id === id && verdict.kind === 'EXHAUSTED');
}

/** Disables the webhooks whose endpoint answered 410, until the merchant enables them; each once. */
async function disableGoneWebhooks(tx: TxDeps, gone: readonly AttemptResult[]): Promise<EndpointChange[]> {
  const deliveries = new Map(gone.map(({ delivery }) => [delivery.webhookId, delivery]));
  const changes: EndpointChange[] = [];
  for (const { id: deliveryId, tenant, webhookId } of deliveries.values()) {
    await setWebhookStatus(tx.db, tenant, webhookId, 'DISABLED', tx.clock.now(tenant));
    const dropped = await dropPendingDeliveries(tx, tenant, webhookId, []);
    changes.push({ kind: 'disabled', tenant, webhookId, deliveryId, dropped });
  }
  return changes;
}
