import { tenantFromWire, type InboundEvent } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { transact, type Tx } from '@pitanga/database';
import type { Deps } from '../deps';
import { insertErasure, isPayerRef, lockNextBodies, saveRedactedBodies } from '../erasures/erasure-repository';
import {
  lockNextEvents,
  markEventsRedacted,
  saveRedactedEvents,
  type EventsOfPerson,
} from '../erasures/event-redaction-repository';
import { eraseMails } from '../mails/mail-repository';
import { redactBody, redactData, redactPayer } from '../erasures/redaction';

const bodiesPerBatch = 200;

/**
 * Erases the persons of `customer.erased` and `payer.erased` events: marks each, so that later events are rendered
 * without personal data, then redacts the bodies of its deliveries in any state, and its events. A call in flight still
 * sends the body it has claimed; the next attempt sends the redacted one with the same log id.
 *
 * In one transaction a batch, because one for all would hold locks for as long as a person has deliveries. A repeated
 * event continues an interrupted erasure.
 */
export async function erasePersons(
  deps: Pick<Deps, 'db' | 'tools'>,
  events: readonly InboundEvent[],
  batchSize = bodiesPerBatch,
): Promise<void> {
  for (const event of events) {
    if (event.type !== 'customer.erased' && event.type !== 'payer.erased') continue;
    const id = event.type === 'customer.erased' ? event.data.customerId : event.data.payerRef;
    const tenant = tenantFromWire(event.data.tenant);
    await transact(deps, async (tx) => {
      await insertErasure(tx.db, tenant, id, event.occurredAt);
      // A payer who is no customer has no mail.
      if (!isPayerRef(id)) await eraseMails(tx.db, tenant, id);
    });
    while ((await transact(deps, (tx) => redactBatch(tx.db, tenant, id, batchSize))) === batchSize);
    await redactEvents(deps, tenant, id, batchSize);
  }
}

async function redactBatch(tx: Tx, tenant: Tenant, id: string, batchSize: number): Promise<number> {
  const bodies = await lockNextBodies(tx, tenant, id, batchSize);
  if (bodies.length === 0) return 0;
  const redacted = bodies.map(({ deliveryId, body }) => ({ deliveryId, body: redactBody(body, chooseRedaction(id)) }));
  await saveRedactedBodies(tx, tenant, id, redacted);
  return bodies.length;
}

function chooseRedaction(id: string) {
  return isPayerRef(id) ? redactPayer : redactData;
}

/**
 * Redacts every event about an erased person, in one transaction a batch. An interrupted one begins again: redacting
 * twice changes nothing.
 */
export async function redactEvents(
  deps: Pick<Deps, 'db' | 'tools'>,
  tenant: Tenant,
  id: string,
  batchSize = bodiesPerBatch,
): Promise<void> {
  let after: EventsOfPerson['last'];
  do {
    after = await transact(deps, async (tx) => {
      const { events, last } = await lockNextEvents(tx.db, tenant, id, { after, limit: batchSize });
      const redacted = events.map((event) => ({ id: event.id, body: redactBody(event.body, chooseRedaction(id)) }));
      if (events.length > 0) await saveRedactedEvents(tx.db, tenant, redacted);
      return last;
    });
  } while (after);
  await markEventsRedacted(deps.db, tenant, id, deps.tools.clock.real());
}
