import { providerNotConfigured, type Cents, type PixKeyType, type Tenant } from '@pitanga/core';
import type { Deps } from '../deps';
import type { PayoutProvider } from '../provider/payout-provider';
import type { StoreSettings } from '../store-settings/store-settings-repository';
import { storeNotConfigured } from '../store-settings/store-settings-errors';
import { findStoreSettings } from '../store-settings/store-settings-repository';
import { runPayoutStep } from './run-payout-step';
import { isOwnedBy } from '../payouts/key-owner';
import { amountMin, type ActivePayout, type PayoutKind } from '../payouts/payout';
import {
  amountTooSmall,
  balanceTooLow,
  externalIdInFlight,
  externalIdTaken,
  keyUnknown,
  notOwnKey,
} from '../payouts/payout-errors';
import { findByExternalId, findActivePayout } from '../payouts/payout-queries';
import { freeExternalId, insertPayout } from '../payouts/payout-repository';
import { isSameTarget, keyOfHolder, receiverOf, type PixTarget, type Receiver } from '../payouts/pix-target';

export interface PayoutInput {
  readonly kind: PayoutKind;
  /** Absent: the payout repeats no other. */
  readonly externalId: string | undefined;
  readonly amountCents: Cents;
  readonly description: string | undefined;
  /** As the caller wrote it; a withdrawal without one goes to the key that is the holder's tax id. */
  readonly pixKey: { readonly type: PixKeyType; readonly key: string } | undefined;
}

/** A payout that was judged, and may be written down. */
export interface PayoutDraft {
  readonly input: PayoutInput;
  readonly receiver: Receiver;
  readonly platformFeeCents: Cents;
  /** False for a repeat: then nobody was asked about its key, and nothing new may come of it. */
  readonly isApproved: boolean;
}

/** How long a request may take to reserve the money of its own intent. */
const intentLeaseMs = 15_000;

/**
 * Judges a payout before anything is written: its amount and key, whether production has a provider for it, and for a
 * withdrawal whose key it is. A repeat of an external id asks nobody.
 *
 * @throws AppError INVALID_ARGUMENT, FAILED_PRECONDITION `PIX_KEY_NOT_OWN`, UNAVAILABLE `PROVIDER_NOT_CONFIGURED`
 */
export async function draftPayout(deps: Deps, tenant: Tenant, input: PayoutInput): Promise<PayoutDraft> {
  const { db, sealer } = deps;
  if (input.amountCents < amountMin[input.kind]) throw amountTooSmall(input.kind);
  const settings = await findStoreSettings(db, sealer, tenant.storeId);
  if (!settings) throw storeNotConfigured();
  const { type, key } = input.pixKey ?? keyOfHolder(settings.holderTaxId);
  const receiver = receiverOf(type, key, input.amountCents);
  const isRepeat = (await findByExternalId(db, tenant, sealer, input)) !== undefined;
  if (!isRepeat) await approve(deps, tenant, input.kind, receiver.target, settings);
  return { input, receiver, platformFeeCents: settings.payoutFeeCents, isApproved: !isRepeat };
}

async function approve(
  deps: Deps,
  tenant: Tenant,
  kind: PayoutKind,
  target: PixTarget,
  { holderTaxId }: StoreSettings,
): Promise<void> {
  const provider = await deps.providerOf(tenant);
  if (!provider) throw providerNotConfigured('PIX');
  if (kind === 'WITHDRAW') await requireOwnKey(provider, target, holderTaxId);
}

/** Withdrawals go to the account's holder and nobody else (docs/behaviour/payouts.md#own-key). */
async function requireOwnKey(provider: PayoutProvider, target: PixTarget, holderTaxId: string): Promise<void> {
  const owner = await provider.lookupKey(target, { taxId: holderTaxId });
  if (!owner) throw keyUnknown();
  if (!isOwnedBy(holderTaxId, owner.taxId)) throw notOwnKey();
}

/**
 * Records the intent to pay in the caller's transaction and answers its id, or that of the payout it repeats;
 * {@link finishPayoutIntent} reserves its money.
 *
 * @throws AppError ALREADY_EXISTS when the external id belongs to another amount or key
 */
export async function beginPayout(deps: Deps, tenant: Tenant, draft: PayoutDraft): Promise<string> {
  const { db, sealer } = deps;
  if (draft.isApproved) {
    const payout = newPayout(deps, tenant, draft);
    if (await insertPayout(db, tenant, sealer, payout)) return payout.id;
    const isFreed = await freeExternalId(db, tenant, payout);
    if (isFreed && (await insertPayout(db, tenant, sealer, payout))) return payout.id;
  }
  const existing = await findByExternalId(db, tenant, sealer, draft.input);
  // It was refused for its balance between two looks.
  if (!existing) throw externalIdInFlight();
  if (!isRepeatOf(existing, draft)) throw externalIdTaken();
  return existing.id;
}

function isRepeatOf({ amountCents, target }: ActivePayout, { input, receiver }: PayoutDraft): boolean {
  return amountCents === input.amountCents && isSameTarget(target, receiver.target);
}

function newPayout(deps: Deps, tenant: Tenant, { input, receiver, platformFeeCents }: PayoutDraft): ActivePayout {
  const now = deps.clock.now(tenant);
  const real = deps.clock.real();
  return {
    ...receiver,
    id: deps.ids.next('payout', now),
    kind: input.kind,
    status: 'PENDING',
    step: 'RESERVE',
    externalId: input.externalId,
    amountCents: input.amountCents,
    platformFeeCents,
    description: input.description,
    receiptUrl: undefined,
    endToEndId: undefined,
    failureReason: undefined,
    providerCode: undefined,
    provider: undefined,
    attempts: 0,
    // The job takes over only what this request leaves behind.
    runAt: new Date(real.getTime() + intentLeaseMs),
    requestedAt: real,
    sentAt: undefined,
    refusal: undefined,
    createdAt: now,
    updatedAt: now,
  };
}

/**
 * Reserves the money of an intent at the ledger and answers the payout. INSUFFICIENT_FUNDS takes the intent back; after
 * an unknown outcome it stays, and the payout job goes on with it.
 */
export async function finishPayoutIntent(deps: Deps, tenant: Tenant, id: string): Promise<ActivePayout> {
  const payout = await findActivePayout(deps.db, tenant, deps.sealer, id);
  if (!payout) throw balanceTooLow();
  if (payout.step !== 'RESERVE' && payout.step !== 'TAKE_BACK') return payout;
  const reserved = await runPayoutStep(deps, tenant, payout);
  if (payout.step === 'TAKE_BACK') throw balanceTooLow();
  return reserved;
}
