import { subtractCents, zeroCents, type AccountOwner, type Cents, type Tenant } from '@pitanga/core';
import { waitingApproval, type OrderActor } from '@pitanga/provider-account';
import type { Deps, TxDeps } from '../deps';
import { storeNotConfigured } from '../store-settings/store-settings-errors';
import { findStoreSettings, type StoreSettings } from '../store-settings/store-settings-repository';
import { subAccountNotFound } from '../sub-accounts/sub-account-errors';
import { findSubAccount } from '../sub-accounts/sub-account-repository';
import { requireSendable } from './require-sendable';
import { reservePayout, takeBackPayout } from './reserve-payout';
import { amountMin, askedCents, type ActivePayout, type Payout, type PayoutKind } from '../payouts/payout';
import { needsApproval } from '../payouts/approval-limit';
import {
  amountTooSmall,
  belowFee,
  externalIdInFlight,
  externalIdTaken,
  refusedMeanwhile,
  requesterUnknown,
} from '../payouts/payout-errors';
import { findByExternalId, findActivePayout } from '../payouts/payout-queries';
import { freeExternalId, insertPayout } from '../payouts/payout-repository';
import { isSameTarget, holderKey, readReceiver, type NamedReceiver, type Receiver } from '../payouts/receiver';

export interface PayoutInput {
  readonly kind: PayoutKind;
  /** Of a SUB_WITHDRAW: whose money it is. */
  readonly subAccountId?: string | undefined;
  /** Absent: the payout repeats no other. */
  readonly externalId: string | undefined;
  /** As asked for: with the fee where the store or a sub-account has it {@link Payout.isFeeIncluded included}. */
  readonly amountCents: Cents;
  readonly description: string | undefined;
  /** A withdrawal without one goes to the key that is the holder's tax id. */
  readonly receiver: NamedReceiver | undefined;
  /** Undefined from an older gateway. */
  readonly requestedBy: OrderActor | undefined;
  /** No other person of the store could approve it now. */
  readonly isAlone: boolean;
}

/** A payout that passed its checks. */
export interface PayoutDraft {
  readonly input: PayoutInput;
  readonly receiver: Receiver;
  /** What the receiver gets. */
  readonly amountCents: Cents;
  readonly platformFeeCents: Cents;
  readonly isFeeIncluded: boolean;
  /** Who asks for a payout that waits for another person; undefined for one that is sent at once. */
  readonly waitsFor: OrderActor | undefined;
  /** Whose account is to send it; undefined for a repeat. */
  readonly accountOwner?: AccountOwner | undefined;
  /** False for a repeat: its key was not looked up, and no new payout may be inserted for it. */
  readonly isChecked: boolean;
}

/** What a code says is paid exactly, and AbacatePay adds the fee of a TED. */
const feeIsAdded: ReadonlySet<string> = new Set(['BR_CODE', 'BANK_ACCOUNT']);

/** How long a request may take to reserve the money of its own payout. */
const intentLeaseMs = 15_000;

/**
 * Checks a payout before anything is written: its amount and key, whether production has a provider for it, and for a
 * withdrawal that the key is the holder's. For a repeat of an external id the provider is not called.
 *
 * @throws AppError INVALID_ARGUMENT, FAILED_PRECONDITION `PIX_KEY_NOT_OWN`, UNAVAILABLE `PROVIDER_NOT_CONFIGURED`
 */
export async function draftPayout(deps: Deps, tenant: Tenant, input: PayoutInput): Promise<PayoutDraft> {
  const { db, sealer } = deps;
  if (input.amountCents < amountMin[input.kind]) throw amountTooSmall(input.kind);
  const settings = await findStoreSettings(db, tenant, sealer);
  if (!settings) throw storeNotConfigured();
  const named = input.receiver ?? holderKey(await findHolder(deps, tenant, input, settings));
  const existing = await findByExternalId(db, tenant, sealer, input);
  const fee = existing ?? {
    platformFeeCents: settings.payoutFeeCents,
    isFeeIncluded: input.kind === 'SUB_WITHDRAW' || (settings.isFeeIncluded && !feeIsAdded.has(named.type)),
  };
  const amountCents = sentCents(input.amountCents, fee);
  const receiver = readReceiver(named, amountCents);
  const { platformFeeCents, isFeeIncluded } = fee;
  const draft = { input, receiver, amountCents, platformFeeCents, isFeeIncluded, waitsFor: undefined };
  if (existing) return { ...draft, isChecked: false };
  const waits = needsApproval(amountCents, settings.approvalAboveCents);
  if (waits && !input.requestedBy) throw requesterUnknown();
  const accountOwner = await requireSendable(deps, tenant, input.kind, receiver.target, settings);
  return { ...draft, waitsFor: waits ? input.requestedBy : undefined, accountOwner, isChecked: true };
}

/** The tax id that is the key of a payout without one: the store's holder's, or the sub-account's. */
async function findHolder(
  { db, sealer }: Deps,
  tenant: Tenant,
  { subAccountId }: PayoutInput,
  { holderTaxId }: StoreSettings,
): Promise<string> {
  if (subAccountId === undefined) return holderTaxId;
  const subAccount = await findSubAccount(db, tenant, sealer, { id: subAccountId });
  if (!subAccount) throw subAccountNotFound();
  return subAccount.taxId;
}

type Fee = Pick<Payout, 'platformFeeCents' | 'isFeeIncluded'>;

function sentCents(askedCents: Cents, { platformFeeCents, isFeeIncluded }: Fee): Cents {
  if (!isFeeIncluded) return askedCents;
  if (askedCents <= platformFeeCents) throw belowFee(platformFeeCents);
  return subtractCents(askedCents, platformFeeCents);
}

/**
 * Inserts a payout at RESERVE and returns its id, or that of the payout it repeats; {@link finishPayout} reserves its
 * money.
 *
 * @throws AppError ALREADY_EXISTS when the external id belongs to another amount or key
 */
export async function beginPayout(tx: TxDeps, tenant: Tenant, draft: PayoutDraft): Promise<string> {
  const { db, sealer } = tx;
  if (draft.isChecked) {
    const payout = newPayout(tx, tenant, draft);
    if (await insertPayout(db, tenant, sealer, payout)) return payout.id;
    const isFreed = await freeExternalId(db, tenant, payout);
    if (isFreed && (await insertPayout(db, tenant, sealer, payout))) return payout.id;
  }
  const existing = await findByExternalId(db, tenant, sealer, draft.input);
  // Its balance was refused, and it was deleted, since the insert failed.
  if (!existing) throw externalIdInFlight();
  if (!repeatsPayout(existing, draft)) throw externalIdTaken();
  return existing.id;
}

function repeatsPayout(existing: ActivePayout, { input, receiver }: PayoutDraft): boolean {
  const isSame = askedCents(existing) === input.amountCents && existing.subAccountId === input.subAccountId;
  return isSame && isSameTarget(existing.target, receiver.target);
}

function newPayout(tx: TxDeps, tenant: Tenant, draft: PayoutDraft): ActivePayout {
  const { input, receiver, amountCents, platformFeeCents, isFeeIncluded, waitsFor, accountOwner } = draft;
  const now = tx.clock.now(tenant);
  const real = tx.clock.real();
  return {
    ...receiver,
    id: tx.ids.next('payout', now),
    kind: input.kind,
    subAccountId: input.subAccountId,
    status: 'PENDING',
    step: 'RESERVE',
    externalId: input.externalId,
    amountCents,
    platformFeeCents,
    isFeeIncluded,
    description: input.description,
    receiptUrl: undefined,
    endToEndId: undefined,
    returnedCents: zeroCents,
    completedAt: undefined,
    failureReason: undefined,
    providerCode: undefined,
    requestedBy: input.requestedBy,
    approval: waitsFor && waitingApproval(waitsFor, now, input.isAlone),
    accountOwner,
    provider: undefined,
    attempts: 0,
    // Until then the request that inserts it reserves its money.
    runAt: new Date(real.getTime() + intentLeaseMs),
    requestedAt: real,
    sentAt: undefined,
    refusal: undefined,
    createdAt: now,
    updatedAt: now,
  };
}

/**
 * Reserves the money of a payout at the ledger and returns the payout. A refusal deletes it; after an unknown
 * outcome it stays, and the payout job continues it.
 */
export async function finishPayout(deps: Deps, tenant: Tenant, id: string): Promise<ActivePayout> {
  const payout = await findActivePayout(deps.db, tenant, deps.sealer, id);
  if (!payout) throw refusedMeanwhile();
  if (payout.step === 'TAKE_BACK') {
    await takeBackPayout(deps, tenant, id);
    throw refusedMeanwhile();
  }
  return payout.step === 'RESERVE' ? reservePayout(deps, tenant, payout) : payout;
}
