import type { OutboundEvent } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { appendEvents, type PersonKeys } from '@pitanga/database';
import { checkedTaxId } from '../customers/customer';
import { customerNotFound } from '../customers/customer-errors';
import { findCustomer } from '../customers/customer-queries';
import { eraseCustomer, lockCustomer } from '../customers/customer-repository';
import type { ReadDeps, TxDeps } from '../deps';
import { customerErased, payerErased } from '../messages/customer-events';
import {
  eraseFromCharges,
  eraseRest,
  findErasure,
  findErasureWaits,
  insertErasure,
  scheduleErasure,
  type DueErasure,
} from '../persons/erasure-repository';
import { derivePayerRef, type ErasureWait, type PersonKey } from '../persons/person';
import { hasCustomer, hasPaid } from '../persons/person-queries';

export interface FoundPerson {
  readonly person: PersonKeys;
  /** Whether there is a customer or a payment of the person. */
  readonly isKnown: boolean;
}

/** NOT_FOUND for an unknown customer id; a person without data for an unknown tax id. */
export async function findPerson(deps: ReadDeps, tenant: Tenant, key: PersonKey): Promise<FoundPerson> {
  const isById = 'customerId' in key;
  const wanted = isById ? { id: key.customerId } : { taxId: checkedTaxId(key.taxId) };
  const customer = await findCustomer(deps.db, tenant, deps.sealer, wanted);
  if (isById && !customer && !(await hasCustomer(deps.db, tenant, key.customerId))) throw customerNotFound();
  const taxId = isById ? customer?.taxId : wanted.taxId;
  const payerRef = taxId === undefined ? undefined : derivePayerRef(deps.sealer, tenant, taxId);
  const customerId = isById ? key.customerId : customer?.id;
  const hasPayments = payerRef !== undefined && (await hasPaid(deps.db, tenant, payerRef));
  return {
    person: {
      customerIds: customerId === undefined ? [] : [customerId],
      payerRef,
      taxId,
      email: customer?.email,
      cellphone: customer?.cellphone,
    },
    isKnown: customerId !== undefined || hasPayments,
  };
}

export interface ErasedPerson {
  readonly customerIds: readonly string[];
  /** Store time; absent for an unknown person. */
  readonly requestedAt: Date | undefined;
  readonly waitsFor: readonly ErasureWait[];
}

/**
 * Erases a person's data (docs/behaviour/personal-data.md#erase): the customer's record at once, and the rest in passes
 * that a crash only delays. Other services erase when they get the events. A repeat completes what an earlier version
 * or an unfinished erasure has left.
 */
export async function erasePerson(tx: TxDeps, tenant: Tenant, key: PersonKey): Promise<ErasedPerson> {
  const { person, isKnown } = await findPerson(tx, tenant, key);
  if (!isKnown) return { customerIds: [], requestedAt: undefined, waitsFor: [] };
  const now = tx.clock.now(tenant);
  const ids = [...person.customerIds, ...(person.payerRef === undefined ? [] : [person.payerRef])];
  for (const customerId of person.customerIds) await eraseRecord(tx, tenant, customerId, now);
  if (person.payerRef !== undefined) await erasePayer(tx, tenant, person.payerRef, now);
  const first = await findErasure(tx.db, tenant, person.customerIds[0] ?? person.payerRef ?? '');
  const waits = await Promise.all(
    ids.map((id) => findErasureWaits(tx.db, tenant, { id, requestedAt: first?.requestedAt ?? now })),
  );
  return {
    customerIds: person.customerIds,
    requestedAt: first?.requestedAt,
    waitsFor: [...new Set(waits.flat())],
  };
}

/** The record of a customer, unless it is erased, and everything that is found by its id. */
export async function eraseRecord(tx: TxDeps, tenant: Tenant, customerId: string, now: Date): Promise<void> {
  if (await lockCustomer(tx.db, tenant, tx.sealer, customerId)) {
    await eraseCustomer(tx.db, tenant, customerId, now);
  }
  await request(tx, tenant, customerId, now, customerErased(tx.ids, tenant, customerId, now));
}

/** The payments that a person with this reference has made for others. */
export async function erasePayer(tx: TxDeps, tenant: Tenant, payerRef: string, now: Date): Promise<void> {
  if (!(await hasPaid(tx.db, tenant, payerRef))) return;
  await request(tx, tenant, payerRef, now, payerErased(tx.ids, tenant, payerRef, now));
}

async function request(tx: TxDeps, tenant: Tenant, id: string, now: Date, event: OutboundEvent): Promise<void> {
  await insertErasure(tx.db, tenant, { id, requestedAt: now }, tx.clock.real());
  await appendEvents(tx.db, [event], tx.clock.real());
}

const chargesPerPass = 200;
/** Longer than a payment that was being written when the erasure began lasts. */
const sweepAfterMs = 300_000;
/** How soon an erasure that waits for something looks again. */
const waitMs = 60_000;

/** One pass of a locked erasure that is due. */
export async function eraseDue({ db, clock }: TxDeps, erasure: DueErasure): Promise<void> {
  const { tenant, id, recordedAt } = erasure;
  const changed = await eraseFromCharges(db, tenant, erasure, chargesPerPass);
  // The row keeps its place in the queue: its next transaction continues.
  if (changed === chargesPerPass) return;
  await eraseRest(db, tenant, erasure);
  const now = clock.real();
  const isSwept = now.getTime() - recordedAt.getTime() >= sweepAfterMs;
  const isDone = isSwept && (await findErasureWaits(db, tenant, erasure)).length === 0;
  await scheduleErasure(db, tenant, id, isDone ? undefined : new Date(now.getTime() + waitMs));
}
