import { addDays, cents, saoPauloDay, type Cents, type CrossTenant, type Tenant } from '@pitanga/core';
import { inTransaction } from '@pitanga/database';
import {
  listUnexplained,
  saveMovements,
  saveReference,
  sumMovements,
  type AsaasEntry,
} from '../asaas-entries/asaas-entry-repository';
import { findKeyPaymentId } from '../asaas-entries/key-payment-facts';
import { findKeyRefund } from '../asaas-entries/key-refund-repository';
import { beginReads, findRead, saveRead, type AsaasRead } from '../asaas-entries/asaas-read-repository';
import type { AsaasAdapter } from '../asaas/asaas-adapter';
import { listMovements, readAsaasBalance, readCause, type AsaasCause } from '../asaas/asaas-money';
import type { Deps } from '../deps';
import { explainMovements } from './explain-asaas-money';

export type AsaasMoneyDeps = Pick<Deps, 'db' | 'clock'>;

/** Of a hundred movements each; the next run continues where this one stopped. */
const pagesMax = 10;
/** What is read of objects in one run, a call each; movements of payments and transfers that are known need none. */
const objectsMax = 100;
const windowDays = 31;
/** A movement may be booked to the day before. */
const overlapDays = 2;
/** How long a Pix without a charge may be read after its movement. */
const awaitedDays = 1;

/**
 * Reads what moved the balance since all was known, in bounded pieces, says of each movement what it is here, and compares what
 * they add up to with what Asaas states. A repeat changes nothing.
 * @returns whether all movements are stored now
 */
export async function syncAsaasMoney(
  deps: AsaasMoneyDeps,
  all: CrossTenant,
  tenant: Tenant,
  given: AsaasAdapter,
): Promise<boolean> {
  const adapter = { ...given, client: given.client.within('LIST') };
  await beginReads(deps.db, all, deps.clock.real(), tenant);
  const statedCents = await readAsaasBalance(adapter.client);
  const isWhole = await readMovements(deps, tenant, adapter);
  await readReferences(deps, all, tenant, adapter);
  await explainMovements(deps.db, all, tenant, adapter.account);
  if (isWhole) await compare(deps, tenant, adapter, statedCents);
  return isWhole;
}

async function readMovements(deps: AsaasMoneyDeps, tenant: Tenant, adapter: AsaasAdapter): Promise<boolean> {
  for (let page = 0; page < pagesMax; page += 1) if (await readPage(deps, tenant, adapter)) return true;
  return false;
}

/** Reads and saves one page; whether nothing is left to read. */
async function readPage({ db, clock }: AsaasMoneyDeps, tenant: Tenant, adapter: AsaasAdapter): Promise<boolean> {
  const read = await findRead(db, tenant);
  // Removed, or another account since.
  if (read?.accountId !== adapter.account) return false;
  const today = saoPauloDay(clock.real());
  const toDay = [addDays(read.fromDay, windowDays - 1), today].sort()[0] ?? today;
  const window = { fromDay: read.fromDay, toDay, offset: read.pageOffset };
  const { movements, hasMore } = await listMovements(adapter.client, window);
  const [first] = movements;
  const openingCents = read.openingCents ?? (first && cents(first.balanceCents - first.amountCents));
  const isEnd = !hasMore && toDay === today;
  return inTransaction(db, async (tx) => {
    const next = { ...read, openingCents, ...nextWindow(read, { toDay, today, count: movements.length, hasMore }) };
    if (!(await saveRead(tx, tenant, next))) return false;
    await saveMovements(tx, tenant, adapter.account, movements);
    return isEnd;
  });
}

function nextWindow(
  { fromDay, pageOffset }: AsaasRead,
  page: { readonly toDay: string; readonly today: string; readonly count: number; readonly hasMore: boolean },
): Pick<AsaasRead, 'fromDay' | 'pageOffset'> {
  if (page.hasMore && page.count > 0) return { fromDay, pageOffset: pageOffset + page.count };
  if (page.toDay < page.today) return { fromDay: addDays(page.toDay, 1), pageOffset: 0 };
  // From the end on the last days are read again.
  const again = addDays(page.today, -overlapDays);
  return { fromDay: again > fromDay ? again : fromDay, pageOffset: 0 };
}

/** Reads once what each object names; a fee and what is explained already names nothing that matters. */
async function readReferences(
  { db, clock }: AsaasMoneyDeps,
  all: CrossTenant,
  tenant: Tenant,
  { account, client }: AsaasAdapter,
): Promise<void> {
  const awaitedFrom = addDays(saoPauloDay(clock.real()), -awaitedDays);
  const toCause = async (movement: AsaasEntry): Promise<AsaasCause | undefined> => {
    const cause = await readCause(client, movement);
    // A refund to a key leaves as a payout does; whose it is, is known when it has ended here.
    const { endToEndId, reference } = cause;
    if (movement.transferId === undefined && reference === undefined && endToEndId !== undefined) {
      const id = await findKeyPaymentId(db, all, account, endToEndId);
      return id === undefined && movement.day >= awaitedFrom ? undefined : { reference: id };
    }
    if (movement.transferId === undefined || reference === undefined) return cause;
    const refund = await findKeyRefund(db, tenant, { endToEndId, amountCents: movement.amountCents });
    return refund === 'OPEN' ? undefined : { reference: refund?.id ?? reference };
  };
  const unread = (await listUnexplained(db, tenant, account, 1_000)).filter(
    ({ isRead, type }) => !isRead && !isFee(type),
  );
  const known = new Map<string, AsaasCause | undefined>();
  for (const movement of unread) {
    const object = movement.paymentId ?? movement.transferId ?? movement.pixTransactionId ?? '';
    if (!known.has(object)) {
      if (known.size === objectsMax) return;
      known.set(object, await toCause(movement));
    }
    const cause = known.get(object);
    if (cause) await saveReference(db, tenant, account, { id: movement.id, reference: cause.reference });
  }
}

function isFee(type: string): boolean {
  return /_FEE(_|$)/.test(type);
}

/** A movement that came between the two reads of the balance makes no difference: it is compared next time. */
async function compare(
  { db, clock }: AsaasMoneyDeps,
  tenant: Tenant,
  { account, client }: AsaasAdapter,
  statedCents: Cents,
): Promise<void> {
  const read = await findRead(db, tenant);
  if (read?.openingCents === undefined || read.accountId !== account) return;
  const differenceCents = cents(statedCents - read.openingCents - (await sumMovements(db, tenant, account)));
  if (differenceCents !== 0 && (await readAsaasBalance(client)) !== statedCents) return;
  await inTransaction(db, (tx) => saveRead(tx, tenant, { ...read, differenceCents, comparedAt: clock.real() }));
}
