import { providerNotConfigured, type Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { bacenPixName } from '../bacen-pix/bacen-pix-provider';
import { statusAt, type Charge } from '../charges/charge';
import { cancelledCharge } from '../charges/charge-life';
import { findCharge } from '../charges/charge-queries';
import { saveBoletoNumbers, saveChargeStatus } from '../charges/charge-repository';
import { hasNumbers } from '../charges/boleto-numbers';
import { lockCharge } from '../checkouts/locked-charge-repository';
import type { Deps } from '../deps';
import type { BoletoProvider, BoletoReading, BoletoRegistration } from '../provider/boleto-provider';
import { wakeOrphan } from '../orphans/orphan-repository';
import { nextNumbersPoll, nextPoll } from '../syncs/pix-sync';
import type { SyncOutcome } from '../syncs/sync';
import { confirmPayment } from './confirm-payment';
import { publishClosed } from './expire-checkout';

/** How soon a boleto that was cancelled at its bank is read again: it may have been paid a moment before. */
const afterCancelMs = 60_000;

/**
 * Reads a boleto from the bank that registered it: fills in the numbers that follow the registration, confirms its payment,
 * and cancels there what our side has closed. A repeat is a no-op.
 * @throws AppError UNAVAILABLE when the bank does not answer or the store has no account
 */
export async function syncBankBoleto(deps: Deps, tenant: Tenant, chargeId: string): Promise<SyncOutcome> {
  const charge = await findCharge(deps.db, tenant, chargeId);
  if (!charge?.boleto) {
    const orphan = { provider: bacenPixName, reference: chargeId };
    return { kind: (await wakeOrphan(deps.db, tenant, orphan, deps.clock.real())) ? 'SETTLED' : 'UNKNOWN' };
  }
  const isPaid = charge.paymentReference !== undefined || charge.pix?.endToEndId !== undefined;
  // Inter takes one payment of a boleto.
  if (charge.provider !== bacenPixName || isPaid) return { kind: 'SETTLED' };
  const provider = (await deps.pixAccounts.of(tenant))?.boleto;
  if (!provider) throw providerNotConfigured('BOLETO');
  const reading = await provider.readBoleto({ chargeId, reference: charge.boleto.reference });
  const { payment, registration } = reading ?? {};
  if (registration && !hasNumbers(charge.boleto)) await fillIn(deps, tenant, charge, registration);
  if (payment) {
    const notice = { chargeId, rail: 'BOLETO', payer: undefined, ...payment } as const;
    await transact(deps, (tx) => confirmPayment(tx, tenant, notice));
    return { kind: 'SETTLED' };
  }
  return followOpen(deps, tenant, provider, { charge, reading });
}

/** One that ended or was paid in the meantime gets its numbers too: they say what was paid. */
async function fillIn(deps: Deps, tenant: Tenant, charge: Charge, registration: BoletoRegistration): Promise<void> {
  await transact(deps, async (tx) => {
    const locked = await lockCharge(tx.db, tenant, charge);
    if (!locked?.charge.boleto || hasNumbers(locked.charge.boleto)) return;
    await saveBoletoNumbers(tx.db, tenant, locked.charge, registration, tx.clock.now(tenant));
  });
}

async function followOpen(
  deps: Deps,
  tenant: Tenant,
  provider: BoletoProvider,
  { charge, reading }: { readonly charge: Charge; readonly reading: BoletoReading | undefined },
): Promise<SyncOutcome> {
  const now = deps.clock.real();
  const isNumbered = charge.boleto !== undefined && (hasNumbers(charge.boleto) || reading?.registration !== undefined);
  if (statusAt(charge, now) !== 'PENDING') {
    if (reading?.status !== 'OPEN') return { kind: 'SETTLED' };
    await provider.cancelBoleto({ chargeId: charge.id, reference: charge.boleto?.reference });
    return { kind: 'OPEN', nextAt: new Date(now.getTime() + afterCancelMs) };
  }
  if (!isNumbered && reading?.status === 'CANCELLED') {
    await cancelUnregistered(deps, tenant, charge);
    return { kind: 'SETTLED' };
  }
  const { createdAt } = charge;
  const nextAt = nextPoll({ createdAt, expiresAt: charge.payableUntil ?? charge.expiresAt }, now) ?? now;
  return { kind: 'OPEN', nextAt: isNumbered ? nextAt : nextNumbersPoll(createdAt, now) };
}

/** The bank took the order and did not register it: no payer has seen a line. */
async function cancelUnregistered(deps: Deps, tenant: Tenant, { id, checkoutId }: Charge): Promise<void> {
  deps.log.warn({ storeId: tenant.storeId, chargeId: id }, 'the bank did not register a boleto that it had accepted');
  await transact(deps, async (tx) => {
    const locked = await lockCharge(tx.db, tenant, { id, checkoutId });
    if (locked?.charge.status !== 'PENDING') return;
    const cancelled = cancelledCharge(locked.charge, tx.clock.now(tenant));
    await saveChargeStatus(tx.db, tenant, locked.charge, cancelled);
    await publishClosed(tx, tenant, [cancelled]);
  });
}
