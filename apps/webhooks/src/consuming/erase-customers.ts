import { tenantFromWire, type InboundEvent } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { inTransaction } from '@pitanga/database';
import type { Deps } from '../deps';
import { lockUnsweptBodies, markErased, replaceSweptBodies } from '../erasures/erasure-repository';
import { bodyWithoutPerson } from '../erasures/person';

const bodiesPerBatch = 200;

/**
 * Erases the customers that these facts name, and skips other facts: marks each one, so that facts which come
 * late are rendered without the person, then blanks the bodies of its deliveries, whatever their state. An
 * attempt under way still sends what it has claimed; the next one sends the blank body under the same log id.
 *
 * Not in one transaction, which would hold rows for as long as a customer has deliveries: a fact that comes
 * again, after a crash or a replay, goes on where the erasure was interrupted.
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
    await inTransaction(deps.db, (tx) => markErased(tx, tenant, customerId, event.occurredAt));
    while ((await inTransaction(deps.db, (tx) => sweep(tx, tenant, customerId, batchSize))) === batchSize);
  }
}

async function sweep(tx: Deps['db'], tenant: Tenant, customerId: string, batchSize: number): Promise<number> {
  const bodies = await lockUnsweptBodies(tx, tenant, customerId, batchSize);
  if (bodies.length === 0) return 0;
  const blank = bodies.map(({ deliveryId, body }) => ({ deliveryId, body: bodyWithoutPerson(body) }));
  await replaceSweptBodies(tx, tenant, customerId, blank);
  return bodies.length;
}
