import type { Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import type { Charge } from '../charges/charge';
import { findCharge } from '../charges/charge-queries';
import { wakeCardAction } from '../charges/charge-repository';
import type { Deps, Tools } from '../deps';
import type { BoletoProvider, BoletoReading } from '../provider/boleto-provider';
import type { StripeAdapter } from '../stripe/stripe-adapter';
import { readStripePayment, type StripePayment } from '../stripe/stripe-boleto-provider';
import { stripeName } from '../stripe/stripe-metadata';
import { wakeOrphan } from '../orphans/orphan-repository';
import { nextLook } from '../syncs/stripe-sync';
import type { SyncOutcome } from '../syncs/sync';
import { confirmPayment } from './confirm-payment';
import { applyOutcome } from './send-card-charge';

/** How soon a boleto that was cancelled at Stripe is read again: it may have been paid a moment before. */
const afterCancelMs = 60_000;

/**
 * Reads a payment from Stripe and does what follows: confirms one that was paid, and cancels a boleto that our side has
 * closed. A repeat is a no-op.
 * @param isLast whether the charge will be looked for no more: a boleto of this store without one is cancelled
 */
export async function syncStripePayment(
  deps: Deps,
  tenant: Tenant,
  adapter: StripeAdapter,
  { intentId, isLast }: { readonly intentId: string; readonly isLast: boolean },
): Promise<SyncOutcome> {
  const payment = await readStripePayment(adapter.client, intentId);
  if (!payment) return { kind: 'UNKNOWN' };
  const { chargeId, isNamed, boleto: reading, isPaid, owner } = payment;
  // Made by another store or by others in the same account.
  if (chargeId === undefined) return { kind: 'SETTLED' };
  if (reading === undefined) return followCard(deps, tenant, { chargeId, intentId, isPaid, owner });
  const charge = await findCharge(deps.db, tenant, chargeId);
  if (!charge) {
    const orphan = { provider: stripeName, reference: chargeId };
    if (await wakeOrphan(deps.db, tenant, orphan, deps.clock.real(), intentId)) return { kind: 'SETTLED' };
    return isLast && isNamed
      ? dropOrphan(deps, tenant, adapter.boleto, { chargeId, intentId, reading })
      : { kind: 'UNKNOWN' };
  }
  if (charge.provider !== stripeName || charge.boleto?.reference !== intentId) return { kind: 'SETTLED' };
  return followBoleto(deps, tenant, adapter.boleto, charge, reading);
}

interface CardPayment extends Pick<StripePayment, 'isPaid' | 'owner'> {
  readonly chargeId: string;
  readonly intentId: string;
}

/**
 * Confirms a card payment that Stripe has: also of a charge that has ended here, whose money then goes back. Of another
 * one its own queue reads the outcome: now, because something has happened.
 */
async function followCard(
  deps: Deps,
  tenant: Tenant,
  { chargeId, intentId, isPaid, owner }: CardPayment,
): Promise<SyncOutcome> {
  if (!isPaid) await wakeCardAction(deps.db, tenant, chargeId, deps.clock.real());
  const charge = isPaid ? await findCharge(deps.db, tenant, chargeId) : undefined;
  if (charge?.card && charge.provider === stripeName && charge.providerReference === intentId) {
    await applyOutcome(deps, tenant, charge, { status: 'APPROVED', authorizationId: intentId, owner });
  }
  return { kind: 'SETTLED' };
}

async function followBoleto(
  deps: Deps,
  tenant: Tenant,
  provider: BoletoProvider,
  charge: Charge,
  { status, payment }: BoletoReading,
): Promise<SyncOutcome> {
  if (payment) {
    const { reference, amountCents, paidAt, owner } = payment;
    const of = { chargeId: charge.id, rail: 'BOLETO', payer: undefined } as const;
    const notice = { ...of, amountCents, reference, paidAt, owner };
    await transact(deps, (tx) => confirmPayment(tx, tenant, notice));
  }
  if (status !== 'OPEN') return { kind: 'SETTLED' };
  const now = deps.clock.real();
  if (charge.status === 'PENDING') return { kind: 'OPEN', nextAt: nextLook(charge.createdAt, now) };
  // What our side has closed must not be paid.
  await provider.cancelBoleto({ chargeId: charge.id, reference: charge.boleto?.reference });
  return { kind: 'OPEN', nextAt: new Date(now.getTime() + afterCancelMs) };
}

/** A boleto whose charge was never written (its request was killed): no buyer has seen it. */
async function dropOrphan(
  { log }: Tools,
  { storeId }: Tenant,
  provider: BoletoProvider,
  { chargeId, intentId, reading }: { chargeId: string; intentId: string; reading: BoletoReading },
): Promise<SyncOutcome> {
  if (reading.payment) log.error({ storeId, chargeId, intentId }, 'a boleto without a charge was paid at Stripe');
  if (reading.status !== 'OPEN') return { kind: 'SETTLED' };
  log.warn({ storeId, chargeId, intentId }, 'a boleto without a charge is cancelled at Stripe');
  await provider.cancelBoleto({ chargeId, reference: intentId });
  return { kind: 'SETTLED' };
}
