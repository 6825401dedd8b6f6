import type { Tenant } from '@pitanga/core';
import { isBoletoName } from '../syncs/pix-sync';
import type { Deps } from '../deps';
import { readNotices, type EfiNotice } from '../efi/efi-notification';
import { paidOnDay } from '../provider/paid-on-day';
import type { SyncOutcome } from '../syncs/sync';
import { syncBankBoleto, type ToldPayment } from './sync-bank-boleto';

/** Reads the history that a call of Efí named, and the boletos that it is about. A repeat is a no-op. */
export async function readEfiNotice(deps: Deps, tenant: Tenant, token: string): Promise<SyncOutcome> {
  const bank = await deps.pixAccounts.of(tenant);
  const notices = (bank?.efi && (await readNotices(bank.efi.client, token))) ?? [];
  for (const notice of notices) {
    const { customId: chargeId } = notice;
    // Made by others in the same account.
    if (chargeId === undefined || !isBoletoName(chargeId)) continue;
    const read = await syncBankBoleto(deps, tenant, chargeId, toTold(deps, notice));
    if (read.kind === 'UNKNOWN') return read;
  }
  return { kind: 'SETTLED' };
}

function toTold({ clock }: Deps, { paid }: EfiNotice): ToldPayment | undefined {
  return paid && { amountCents: paid.amountCents, paidAt: paidOnDay(paid.day, clock.real()) };
}
