import { tenantFromWire, type InboundEvent } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { inTransaction, type Tx } from '@pitanga/database';
import type { Deps } from '../deps';
import { insertErasure, lockNextBodies, saveRedactedBodies } from '../erasures/erasure-repository';
import { redactBody } from '../erasures/redaction';

const bodiesPerBatch = 200;

/**
 * Erases the customers of `customer.erased` events: marks each, so that later events are rendered without personal data,
 * then redacts the bodies of its deliveries in any state. A call in flight still sends the body it has claimed; the next
 * attempt sends the redacted one with the same log id.
 *
 * In one transaction a batch, because one for all would hold locks for as long as a customer has deliveries. A repeated
 * event continues an interrupted erasure.
 */
export async function eraseCustomers(
  deps: Pick<Deps, 'db'>,
  events: readonly InboundEvent[],
  batchSize = bodiesPerBatch,
): Promise<void> {
  for (const event of events) {
    if (event.type !== 'customer.erased') continue;
    const { customerId } = event.data;
    const tenant = tenantFromWire(event.data.tenant);
    await inTransaction(deps.db, (tx) => insertErasure(tx, tenant, customerId, event.occurredAt));
    while ((await inTransaction(deps.db, (tx) => redactBatch(tx, tenant, customerId, batchSize))) === batchSize);
  }
}

async function redactBatch(tx: Tx, tenant: Tenant, customerId: string, batchSize: number): Promise<number> {
  const bodies = await lockNextBodies(tx, tenant, customerId, batchSize);
  if (bodies.length === 0) return 0;
  const redacted = bodies.map(({ deliveryId, body }) => ({ deliveryId, body: redactBody(body) }));
  await saveRedactedBodies(tx, tenant, customerId, redacted);
  return bodies.length;
}
