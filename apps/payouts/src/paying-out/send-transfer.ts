import {
  cents,
  providerNotConfigured,
  unavailable,
  zeroCents,
  type AccountOwner,
  type PixKeyType,
  type Tenant,
} from '@pitanga/core';
import { transact } from '@pitanga/database';
import type { Deps } from '../deps';
import type { ActivePayout } from '../payouts/payout';
import { codeNotPaid, externalIdTaken, keyOwnerUnknown } from '../payouts/payout-errors';
import { findByExternalId } from '../payouts/payout-queries';
import { insertPayout } from '../payouts/payout-repository';
import { isSameTarget, parseReceiver } from '../payouts/receiver';
import type { KeyOwner } from '../provider/payout-provider';

/** Money that goes back to a payer's key; its money is held by billing. */
export interface TransferInput {
  /** Billing's own id of it, the same on every attempt. */
  readonly id: string;
  readonly amountCents: number;
  readonly pixKey: { readonly type: PixKeyType; readonly key: string };
  /** Whose account may send it; undefined: whichever the store has. */
  readonly owner: AccountOwner | undefined;
}

/**
 * Records a transfer, which the job sends from then on as any payout, and answers it; a repeat answers the one that there is.
 *
 * @throws AppError ALREADY_EXISTS when its id is another's, UNAVAILABLE without an account that may send it
 */
export async function sendTransfer(deps: Deps, tenant: Tenant, input: TransferInput): Promise<ActivePayout> {
  const { type, key } = input.pixKey;
  const amountCents = cents(input.amountCents);
  const receiver = parseReceiver(type, key, amountCents);
  const known = await findTransfer(deps, tenant, input.id);
  if (!known) {
    if (receiver.target.type === 'BR_CODE') throw codeNotPaid();
    await requireSender(deps, tenant);
    const now = deps.clock.now(tenant);
    const payout: ActivePayout = {
      ...receiver,
      ...blank,
      id: deps.ids.next('payout', now),
      kind: 'REFUND',
      status: 'PENDING',
      step: 'SEND',
      externalId: input.id,
      amountCents,
      accountOwner: input.owner,
      requestedBy: { kind: 'SYSTEM', id: 'refund' },
      runAt: deps.clock.real(),
      requestedAt: deps.clock.real(),
      createdAt: now,
      updatedAt: now,
    };
    await transact(deps, (tx) => insertPayout(tx.db, tenant, tx.sealer, payout));
  }
  const recorded = known ?? (await findTransfer(deps, tenant, input.id));
  if (!recorded) throw new Error(`transfer ${input.id} vanished`);
  if (recorded.amountCents !== amountCents || !isSameTarget(recorded.target, receiver.target)) throw externalIdTaken();
  return recorded;
}

const blank = {
  platformFeeCents: zeroCents,
  isFeeIncluded: false,
  description: undefined,
  receiptUrl: undefined,
  endToEndId: undefined,
  returnedCents: zeroCents,
  completedAt: undefined,
  failureReason: undefined,
  providerCode: undefined,
  approval: undefined,
  provider: undefined,
  attempts: 0,
  sentAt: undefined,
  refusal: undefined,
} as const;

export function findTransfer(deps: Deps, tenant: Tenant, id: string): Promise<ActivePayout | undefined> {
  return findByExternalId(deps.db, tenant, deps.sealer, { kind: 'REFUND', externalId: id });
}

async function requireSender(deps: Deps, tenant: Tenant): Promise<void> {
  const provider = await deps.findProvider(tenant);
  if (!provider) throw providerNotConfigured('PIX');
  await provider.requireOpen?.();
}

/** @throws AppError UNAVAILABLE where the account has no look-up, or it gave no answer */
export async function lookUpOwner(
  deps: Deps,
  tenant: Tenant,
  { type, key }: TransferInput['pixKey'],
  taxId: string,
): Promise<KeyOwner | undefined> {
  const provider = await deps.findProvider(tenant);
  if (!provider) throw providerNotConfigured('PIX');
  const { lookupKey } = provider;
  if (!lookupKey) throw unavailable(keyOwnerUnknown().message, 'KEY_LOOKUP_UNSUPPORTED');
  return lookupKey(parseReceiver(type, key, cents(1)).target, { taxId });
}
