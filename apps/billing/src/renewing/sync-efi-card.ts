import { isAppError, type Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { bacenPixName } from '../bacen-pix/bacen-pix-provider';
import type { Charge } from '../charges/charge';
import { findCharge } from '../charges/charge-queries';
import { applyOutcome } from '../charging/send-card-charge';
import type { Deps } from '../deps';
import type { EfiAdapter } from '../efi/efi-adapter';
import { readEfiOutcome } from '../efi/efi-card-outcomes';
import type { EfiStatus } from '../efi/efi-charge';
import type { SyncOutcome } from '../syncs/sync';
import { decideDispute } from '../returning/decide-dispute';
import { refundWaitMs, tryOpen } from '../returning/follow-dispute';

/**
 * Reads a card charge from Efí, and does what follows: books its payment, opens the dispute of one that is contested, and
 * decides it by where the money stands then. A repeat changes nothing.
 */
export async function syncEfiCard(deps: Deps, tenant: Tenant, efi: EfiAdapter, chargeId: string): Promise<SyncOutcome> {
  const charge = await findCharge(deps.db, tenant, chargeId);
  if (!charge?.card || charge.provider !== bacenPixName || charge.providerReference === undefined) {
    return { kind: 'UNKNOWN' };
  }
  const told = await efi.charges.read(charge.providerReference);
  if (!told || told.customId !== chargeId) return { kind: 'UNKNOWN' };
  if (charge.status === 'PENDING')
    await bookPayment(deps, tenant, charge, () => readEfiOutcome(told, charge.accountOwner));
  return followDispute(deps, tenant, charge, { status: told.status, reference: told.id });
}

/** What has no outcome yet is ended by the job of charges without one. */
async function bookPayment(
  deps: Deps,
  tenant: Tenant,
  charge: Charge,
  read: () => ReturnType<typeof readEfiOutcome>,
): Promise<void> {
  try {
    const outcome = read();
    if (outcome) await applyOutcome(deps, tenant, charge, outcome);
  } catch (error) {
    if (!isAppError(error) || error.reason !== 'EFI_CARD_IN_REVIEW') throw error;
  }
}

const outcomes: Readonly<Partial<Record<EfiStatus, 'WON' | 'LOST'>>> = {
  approved: 'WON',
  paid: 'WON',
  refunded: 'LOST',
};

async function followDispute(
  deps: Deps,
  tenant: Tenant,
  { id: chargeId, status }: Charge,
  { status: told, reference }: { readonly status: EfiStatus; readonly reference: string },
): Promise<SyncOutcome> {
  const outcome = outcomes[told];
  if (status === 'UNDER_DISPUTE' && outcome) {
    await transact(deps, (tx) => decideDispute(tx, tenant, { chargeId, outcome }));
  }
  if (told !== 'contested' || status === 'UNDER_DISPUTE') return { kind: 'SETTLED' };
  const seen = { provider: bacenPixName, reference, chargeId, reasonCode: 'GENERAL', state: 'UNDER_REVIEW' } as const;
  return (await tryOpen(deps, tenant, { ...seen, providerCode: undefined, dueBy: undefined }))
    ? { kind: 'SETTLED' }
    : { kind: 'OPEN', nextAt: new Date(deps.clock.real().getTime() + refundWaitMs) };
}
