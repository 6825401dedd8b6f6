import { providerNotConfigured, type PayoutFailureReason, type Tenant } from '@pitanga/core';
import { appendEvents, transact } from '@pitanga/database';
import type { OrderPort, OrderProvider } from '@pitanga/provider-account';
import type { Deps, TxDeps } from '../deps';
import type { ActivePayout } from '../payouts/payout';
import { balanceTooLow, providerChanged } from '../payouts/payout-errors';
import { findActivePayout } from '../payouts/payout-queries';
import { deleteTakenBack, lockPayout, markTakenBack, postponePayout, savePayout } from '../payouts/payout-repository';
import { toPayoutFailure, type PayoutOrder, type PayoutReading } from '../provider/payout-provider';
import { concludePayout } from './conclude-payout';
import { payoutEvent } from './payout-events';

type PayoutPort = OrderPort<PayoutFailureReason, ActivePayout, PayoutReading>;

/** Longer than a call to a provider. */
const sendLeaseMs = 20_000;

/** A store's payouts, as the steps of orders (libs/provider-account) see them. */
export function payoutOrders(deps: Deps, tenant: Tenant): PayoutPort {
  const { db, clock, ledger, log, sealer } = deps;
  const context = () => ({ requestId: deps.ids.next('request', clock.real()) });
  return {
    now: () => clock.real(),
    sendLeaseMs,
    reserve: async (payout) => {
      await ledger.reserveHold(
        {
          tenant,
          holdId: payout.id,
          purpose: `HOLD_PURPOSE_${payout.kind}`,
          amountCents: payout.amountCents,
          feeCents: payout.platformFeeCents,
          occurredAt: payout.createdAt,
          description: payout.description,
          externalId: payout.externalId,
          charge: undefined,
          customer: undefined,
        },
        context(),
      );
    },
    providerFor: (payout) => providerFor(deps, tenant, payout),
    move: (...move) => movePayout(deps, tenant, ...move),
    postpone: (payout, wait, runAt) => postponePayout(db, tenant, payout, wait, runAt),
    conclude: (payout, reading) => concludePayout(deps, tenant, payout, reading),
    fail: (payout, failure) => concludePayout(deps, tenant, payout, { status: 'FAILED', ...failure }),
    toFailure: toPayoutFailure,
    markTakenBack: ({ id }) => markTakenBack(db, tenant, id),
    takeBack: async ({ id }) => {
      await ledger.releaseHold({ tenant, holdId: id, occurredAt: clock.now(tenant) }, context());
      await deleteTakenBack(db, tenant, id);
    },
    findReserved: async ({ id }) => {
      const payout = await findActivePayout(db, tenant, sealer, id);
      return payout?.step === 'TAKE_BACK' ? undefined : payout;
    },
    takenBack: balanceTooLow,
    logRetry: ({ id: payoutId, step }, err, isSent) => {
      if (isSent) log.warn({ err, payoutId }, 'the outcome of a payout is unknown, its provider is asked');
      else log.warn({ err, payoutId, step }, 'payout step failed, tried again later');
    },
    logTakeBackFailed: ({ id: payoutId }, err) => {
      log.warn({ err, payoutId }, 'a refused payout could not be taken back, the job goes on with it');
    },
  };
}

async function movePayout(
  deps: Deps,
  tenant: Tenant,
  from: ActivePayout,
  { account, ...changes }: Parameters<PayoutPort['move']>[1],
  runAt: Date,
): ReturnType<PayoutPort['move']> {
  return transact(deps, async (tx) => {
    const current = await lockPayout(tx.db, tenant, tx.sealer, from.id);
    if (current?.step !== from.step || current.sentAt?.getTime() !== from.sentAt?.getTime()) {
      return { current, isOurs: false };
    }
    const moved: ActivePayout = { ...current, ...changes, provider: account ?? current.provider, runAt };
    const to = from.step === 'RESERVE' ? reserved(tx, tenant, moved) : moved;
    await savePayout(tx.db, tenant, current, to);
    if (from.step === 'RESERVE') {
      await appendEvents(tx.db, [payoutEvent('payout.created', tx, tenant, to)], tx.clock.real());
    }
    return { current: to, isOurs: true };
  });
}

/** A payout whose money is held now: one above the limit stays there until a person decides, or its time ends. */
function reserved({ clock }: TxDeps, tenant: Tenant, payout: ActivePayout): ActivePayout {
  const { approval } = payout;
  if (approval?.status !== 'WAITING') return payout;
  const leftMs = approval.expiresAt.getTime() - clock.now(tenant).getTime();
  return { ...payout, step: 'APPROVE', runAt: new Date(clock.real().getTime() + leftMs) };
}

/** Only the provider that an order was sent to is read: another one would not know it, and it would be sent again. */
async function providerFor(
  deps: Deps,
  tenant: Tenant,
  payout: ActivePayout,
): Promise<OrderProvider<ActivePayout, PayoutReading>> {
  const provider = await deps.findProvider(tenant);
  if (!provider) throw providerNotConfigured('PIX');
  const sentThrough = payout.provider ?? provider.name;
  if (sentThrough !== provider.name && sentThrough !== provider.formerName) throw providerChanged();
  const toOrder = ({ id, amountCents, target, description, sentAt }: ActivePayout): PayoutOrder => {
    const now = deps.clock.real();
    return { payoutId: id, amountCents, target, description, sentAt: sentAt ?? now, now };
  };
  return {
    account: provider.name,
    send: (sent) => provider.sendPayout(toOrder(sent)),
    read: (sent) => provider.readPayout(toOrder(sent)),
  };
}
