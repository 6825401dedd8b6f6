import { providerNotConfigured, saoPauloDay, type Cents, type Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { bacenPixName } from '../bacen-pix/bacen-pix-provider';
import { statusAt, type BoletoDetails, type Charge } from '../charges/charge';
import { cancelledCharge } from '../charges/charge-life';
import { findCharge } from '../charges/charge-queries';
import { saveBoletoNumbers, saveChargeStatus } from '../charges/charge-repository';
import { hasNumbers } from '../charges/boleto-numbers';
import { lockCharge } from '../checkouts/locked-charge-repository';
import type { Deps } from '../deps';
import { amountDueOn } from '../money/late-fees';
import type { BoletoProvider, BoletoReading, BoletoRegistration } from '../provider/boleto-provider';
import { wakeOrphan } from '../orphans/orphan-repository';
import { nextNumbersPoll, nextPoll } from '../syncs/pix-sync';
import type { SyncOutcome } from '../syncs/sync';
import { confirmPayment } from './confirm-payment';
import { publishClosed } from '../closing/publish-closed';

/** How soon a boleto that was cancelled at its bank is read again: it may have been paid a moment before. */
const afterCancelMs = 60_000;

/** One that was cancelled after that is read in gaps that double, up to a day, while it may still be paid. */
const dayMs = 86_400_000;

/** What the bank's own history says of the payment of a boleto, where its reading does not. */
export interface ToldPayment {
  readonly amountCents: Cents;
  readonly paidAt: Date;
}

/**
 * Reads a boleto from the bank that registered it: fills in the numbers that follow the registration, confirms its payment,
 * and cancels there what our side has closed. A repeat is a no-op.
 * @throws AppError UNAVAILABLE when the bank does not answer or the store has no account
 */
export async function syncBankBoleto(
  deps: Deps,
  tenant: Tenant,
  chargeId: string,
  told?: ToldPayment,
): Promise<SyncOutcome> {
  const charge = await findCharge(deps.db, tenant, chargeId);
  if (!charge?.boleto) {
    const orphan = { provider: bacenPixName, reference: chargeId };
    return { kind: (await wakeOrphan(deps.db, tenant, orphan, deps.clock.real())) ? 'SETTLED' : 'UNKNOWN' };
  }
  const isPaid = charge.paymentReference !== undefined || charge.pix?.endToEndId !== undefined;
  // Banks take one payment of a boleto.
  if (charge.provider !== bacenPixName || isPaid) return { kind: 'SETTLED' };
  const provider = (await deps.pixAccounts.of(tenant))?.boleto;
  if (!provider) throw providerNotConfigured('BOLETO');
  const reading = await provider.readBoleto({ chargeId, reference: charge.boleto.reference });
  const { payment, registration } = reading ?? {};
  if (registration && !hasNumbers(charge.boleto)) await fillIn(deps, tenant, charge, registration);
  if (payment) {
    const amountCents = findAmount(charge.amountCents, charge.boleto, payment);
    const notice = { chargeId, rail: 'BOLETO', payer: undefined, ...payment, amountCents, ...told } as const;
    await transact(deps, (tx) => confirmPayment(tx, tenant, notice));
    return { kind: 'SETTLED' };
  }
  return followOpen(deps, tenant, provider, { charge, reading });
}

/** Banks take what is due on the day, and nothing else, of a boleto that is registered. */
function findAmount(faceCents: Cents, terms: BoletoDetails, payment: NonNullable<BoletoReading['payment']>): Cents {
  if (payment.isFaceValue !== true) return payment.amountCents;
  const { dueDate, fine, interestBasisPoints: interestBasisPointsPerMonth } = terms;
  return amountDueOn(
    { amountCents: faceCents, dueDate, fine, interestBasisPointsPerMonth },
    saoPauloDay(payment.paidAt),
  );
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
    if (reading?.status !== 'OPEN') return followClosed(provider, charge, now);
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

/** A boleto that was printed before it was cancelled may be paid at some banks all the same. */
function followClosed({ rules }: BoletoProvider, { updatedAt, expiresAt }: Charge, now: Date): SyncOutcome {
  const closedMs = now.getTime() - Math.min(updatedAt.getTime(), expiresAt.getTime());
  if (closedMs >= (rules.paidAfterCancelDays ?? 0) * dayMs) return { kind: 'SETTLED' };
  return { kind: 'OPEN', nextAt: new Date(now.getTime() + Math.min(Math.max(closedMs, afterCancelMs), dayMs)) };
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
