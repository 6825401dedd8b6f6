import { everyTenant, type Owned } from '@pitanga/core';
import { toCopy, type AccountCopy, type CopyReading } from '../charging/account-copy';
import { findCharge } from '../charges/charge-queries';
import type { Deps } from '../deps';
import {
  claimBegunPayments,
  closeBegunPayment,
  deleteBegunPayment,
  type BegunPayment,
} from '../syncs/begun-payment-repository';
import { isChargeTxid } from '../syncs/pix-sync';
import { findChargeByTxid } from '../syncs/pix-sync-repository';

const batchSize = 50;
/** Longer than a run takes; what fails is tried again then. */
const leaseMs = 300_000;
/** One that was cancelled may have been paid at a bank shortly before. */
const lookAgainMs = 3 * 86_400_000;

/**
 * Cancels at its account what was begun and has no charge: its request was killed, and no buyer has seen it
 * (docs/behaviour/providers.md#begun-payments).
 */
export async function dropBegunPayments(deps: Deps): Promise<void> {
  const now = deps.clock.real();
  const claim = { now, leaseUntil: new Date(now.getTime() + leaseMs), limit: batchSize };
  for (const payment of await claimBegunPayments(deps.db, everyTenant, claim)) {
    const { tenant, reference } = payment;
    try {
      await dropBegun(deps, payment);
    } catch (error) {
      deps.log.warn(
        { err: error, storeId: tenant.storeId, reference },
        'a payment without a charge stays at its provider',
      );
    }
  }
}

async function dropBegun(deps: Deps, payment: Owned<BegunPayment>): Promise<void> {
  const { db, log, clock } = deps;
  const { tenant, reference, closedAt } = payment;
  const copies = (await hasCharge(deps, payment)) ? [] : await findCopies(deps, payment);
  let isSettled = copies.length === 0 || closedAt !== undefined;
  for (const { copy, provider, status, reference: own } of copies) {
    const of = { storeId: tenant.storeId, provider, reference };
    if (status === 'PAID') {
      log.error(of, 'a payment without a charge was paid at its provider');
      isSettled = true;
    }
    if (status !== 'OPEN') continue;
    log.warn(of, 'a payment without a charge is cancelled at its provider');
    await copy.cancel({ reference: own });
    isSettled = false;
  }
  if (isSettled) return deleteBegunPayment(db, tenant, reference);
  const now = clock.real();
  await closeBegunPayment(db, tenant, { reference, closedAt: now, runAt: new Date(now.getTime() + lookAgainMs) });
}

async function hasCharge({ db }: Deps, { tenant, reference }: Owned<BegunPayment>): Promise<boolean> {
  const found = isChargeTxid(reference)
    ? await findChargeByTxid(db, tenant, reference)
    : await findCharge(db, tenant, reference);
  return found !== undefined;
}

interface FoundCopy extends Pick<CopyReading, 'status' | 'reference'> {
  readonly copy: AccountCopy;
  readonly provider: string;
}

/** Where it was begun is not kept: it is looked for at each account of the store. */
async function findCopies(deps: Deps, { tenant, reference }: Owned<BegunPayment>): Promise<readonly FoundCopy[]> {
  const { accounts = [] } = await deps.findProviders(tenant);
  const method = isChargeTxid(reference) ? 'PIX' : 'BOLETO';
  const found: FoundCopy[] = [];
  for (const account of accounts) {
    const copy = toCopy(account, { method, reference, providerReference: undefined });
    const reading = await copy?.read();
    if (copy && reading) found.push({ copy, provider: account.name, ...reading });
  }
  return found;
}
