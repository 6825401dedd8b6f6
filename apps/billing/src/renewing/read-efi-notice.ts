import { idPrefixes, type Tenant } from '@pitanga/core';
import { isBoletoName } from '../syncs/pix-sync';
import type { Deps } from '../deps';
import type { EfiAdapter } from '../efi/efi-adapter';
import { readNotices, type EfiNotice } from '../efi/efi-notification';
import { paidOnDay } from '../provider/paid-on-day';
import type { SyncOutcome } from '../syncs/sync';
import { syncBankBoleto, type ToldPayment } from '../charging/sync-bank-boleto';
import { syncEfiCard } from './sync-efi-card';

/** Reads the history that a call of Efí named, and the boletos and cards that it is about. A repeat is a no-op. */
export async function readEfiNotice(deps: Deps, tenant: Tenant, token: string): Promise<SyncOutcome> {
  const bank = await deps.pixAccounts.of(tenant);
  const notices = (bank?.efi && (await readNotices(bank.efi.client, token))) ?? [];
  for (const notice of notices) {
    const { customId: chargeId } = notice;
    // Made by others in the same account.
    if (chargeId === undefined) continue;
    const read = await readNotice(deps, tenant, bank?.efi, { ...notice, chargeId });
    if (read.kind !== 'SETTLED' && !isBoletoName(chargeId)) return read;
    if (read.kind === 'UNKNOWN') return read;
  }
  return { kind: 'SETTLED' };
}

async function readNotice(
  deps: Deps,
  tenant: Tenant,
  efi: EfiAdapter | undefined,
  notice: Omit<EfiNotice, 'chargeId'> & { readonly chargeId: string },
): Promise<SyncOutcome> {
  const { chargeId } = notice;
  if (isBoletoName(chargeId)) return syncBankBoleto(deps, tenant, chargeId, toTold(deps, notice));
  const isCard = chargeId.startsWith(`${idPrefixes.cardCharge}_`);
  return isCard && efi ? syncEfiCard(deps, tenant, efi, chargeId) : { kind: 'SETTLED' };
}

function toTold({ clock }: Deps, { paid }: Pick<EfiNotice, 'paid'>): ToldPayment | undefined {
  return paid && { amountCents: paid.amountCents, paidAt: paidOnDay(paid.day, clock.real()) };
}
