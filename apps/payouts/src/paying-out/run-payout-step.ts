import { providerNotConfigured, type Tenant } from '@pitanga/core';
import {
  afterFailure,
  afterRead,
  isRefusal,
  orderSettlesMs,
  sendOrder,
  type NextStep,
} from '@pitanga/provider-account';
import type { Deps } from '../deps';
import { askedCents, type ActivePayout } from '../payouts/payout';
import { providerChanged } from '../payouts/payout-errors';
import { postponePayout } from '../payouts/payout-repository';
import {
  toPayoutFailure,
  type PayoutOrder,
  type PayoutProvider,
  type PayoutReading,
  type TedOrder,
} from '../provider/payout-provider';
import { storeNotConfigured } from '../store-settings/store-settings-errors';
import { findStoreSettings } from '../store-settings/store-settings-repository';
import { concludePayout } from './conclude-payout';
import { failRefused, runApprovalStep } from './decide-payout';
import { movePayout } from './move-payout';
import { reservePayout, takeBackPayout } from './reserve-payout';
import { watchReturns } from './watch-returns';

/** Longer than a call to a provider: a payout whose sender crashed is read after it. */
const sendLeaseMs = 20_000;

/**
 * Does the present step of a payout for a job; one that fails is done again later. Any number of workers may do this at
 * once and again: the ledger recognizes a repeat by the id, and only the worker that moves a payout to WATCH sends it.
 */
export async function tryPayoutStep(deps: Deps, tenant: Tenant, payout: ActivePayout): Promise<void> {
  try {
    await runPayoutStep(deps, tenant, payout);
  } catch (err) {
    // The ledger refused its money: nothing is left of it, and its request, if it still waits, gets the same answer.
    if (payout.step === 'RESERVE' && isRefusal(err)) return;
    const { id: payoutId, step } = payout;
    deps.log.warn({ err, payoutId, step }, 'payout step failed, tried again later');
    await follow(deps, tenant, payout, afterFailure(payout));
  }
}

async function runPayoutStep(deps: Deps, tenant: Tenant, payout: ActivePayout): Promise<void> {
  switch (payout.step) {
    case 'RESERVE':
      await reservePayout(deps, tenant, payout);
      return;
    case 'APPROVE':
      await runApprovalStep(deps, tenant, payout);
      return;
    case 'SEND':
      return send(deps, tenant, payout);
    case 'WATCH':
      return watch(deps, tenant, payout);
    case 'TAKE_BACK':
      return takeBackPayout(deps, tenant, payout.id);
    case 'RETURNS':
      return watchReturns(deps, tenant, payout, async () => {
        const provider = await findProviderFor(deps, tenant, payout);
        return readAt(provider, toOrder(deps, payout));
      });
    case 'DONE':
      return;
  }
}

async function send(deps: Deps, tenant: Tenant, payout: ActivePayout): Promise<void> {
  if (payout.refusal !== undefined) {
    await failRefused(deps, tenant, payout);
    return;
  }
  const provider = await findProviderFor(deps, tenant, payout);
  // The money that is held is not what this account may spend, or it sends nothing to what was asked for.
  if ((payout.provider === undefined && isOthers(payout, provider)) || isBeyond(payout, provider)) {
    const refused = await movePayout(deps, tenant, payout, { refusal: 'ACCOUNT_CHANGED' }, later(deps, sendLeaseMs));
    if (refused) await failRefused(deps, tenant, refused);
    return;
  }
  await provider.requireOpen?.();
  const ownerTaxId = await findOwner(deps, tenant, payout, provider);
  const watched = { step: 'WATCH', provider: provider.name, sentAt: deps.clock.real(), attempts: 0 } as const;
  // Before it is sent: from here on a crash or another worker only reads it.
  const sent = await movePayout(deps, tenant, payout, watched, later(deps, sendLeaseMs));
  if (!sent) return;
  try {
    const order = { ...toOrder(deps, sent), ownerTaxId };
    const next = await sendOrder(
      payout,
      () => sendBy(provider, order),
      () => readAt(provider, order),
    );
    await follow(deps, tenant, sent, next);
  } catch (err) {
    deps.log.warn({ err, payoutId: sent.id }, 'the outcome of a payout is unknown, its provider is asked');
    await follow(deps, tenant, sent, afterFailure(sent));
  }
}

async function watch(deps: Deps, tenant: Tenant, payout: ActivePayout): Promise<void> {
  const provider = await findProviderFor(deps, tenant, payout);
  const reading = await readAt(provider, toOrder(deps, payout));
  await follow(deps, tenant, payout, afterRead(payout, reading, deps.clock.real()));
}

async function follow(deps: Deps, tenant: Tenant, payout: ActivePayout, next: NextStep<PayoutReading>): Promise<void> {
  switch (next.kind) {
    case 'END':
      await concludePayout(deps, tenant, payout, next.end);
      return;
    case 'REFUSED': {
      // Before the hold is released for it: after a crash between the two it is not sent again.
      const { failureReason: refusal, providerCode } = toPayoutFailure(next.refusal);
      const refused = await movePayout(deps, tenant, payout, { refusal, providerCode }, later(deps, orderSettlesMs));
      if (refused && next.isCertain) await failRefused(deps, tenant, refused);
      return;
    }
    case 'FAIL':
      await failRefused(deps, tenant, payout);
      return;
    case 'SEND_AGAIN':
      await movePayout(deps, tenant, payout, { step: 'SEND', sentAt: next.sentAt }, deps.clock.real());
      return;
    case 'WAIT':
      return postponePayout(deps.db, tenant, payout, next, later(deps, next.afterMs));
  }
}

/** Only the provider that an order was sent to is read: another one would not know it, and it would be sent again. */
async function findProviderFor(deps: Deps, tenant: Tenant, payout: ActivePayout): Promise<PayoutProvider> {
  const provider = await deps.findProvider(tenant, payout.provider);
  if (!provider) throw providerNotConfigured('PIX');
  const sentThrough = payout.provider ?? provider.name;
  if (sentThrough !== provider.name && sentThrough !== provider.formerName) throw providerChanged();
  // Two accounts of one provider may have one name; what becomes of an order is not for another owner's to say.
  if (payout.provider !== undefined && isOthers(payout, provider)) throw providerChanged();
  return provider;
}

/**
 * Whether the account is another owner's than the money of a payout was held for. What an earlier release held without
 * an owner counts as the merchant's where it waited for a person, which takes up to a week; else it is sent.
 */
function isOthers({ accountOwner, approval, provider: sentBy }: ActivePayout, { owner }: PayoutProvider): boolean {
  const heldFor = accountOwner ?? (approval && sentBy === undefined ? 'MERCHANT' : owner);
  return owner !== undefined && owner !== heldFor;
}

/** Whose the receiver of a withdrawal must be, where only sending shows it. */
async function findOwner(
  deps: Deps,
  tenant: Tenant,
  { kind, target }: ActivePayout,
  { capabilities }: PayoutProvider,
): Promise<string | undefined> {
  const isNamed = target.type === 'BANK_ACCOUNT' || (kind === 'WITHDRAW' && capabilities.ownerCheck === 'AT_SENDING');
  if (!isNamed) return undefined;
  const settings = await findStoreSettings(deps.db, tenant, deps.sealer);
  if (!settings) throw storeNotConfigured();
  return settings.holderTaxId;
}

type Order = PayoutOrder | TedOrder;

function toOrder(deps: Deps, payout: ActivePayout): Order {
  const now = deps.clock.real();
  const { id: payoutId, status, amountCents, target, description, endToEndId, sentAt = now } = payout;
  const asked = { payoutId, amountCents, askedCents: askedCents(payout), description };
  const order = { ...asked, ownerTaxId: undefined, isComplete: status !== 'PENDING', endToEndId, sentAt, now };
  return target.type === 'BANK_ACCOUNT' ? { ...order, target } : { ...order, target };
}

function isTed(order: Order): order is TedOrder {
  return order.target.type === 'BANK_ACCOUNT';
}

function sendBy(provider: PayoutProvider, order: Order): Promise<PayoutReading> {
  return isTed(order) ? requiredTed(provider).send(order) : provider.sendPayout(order);
}

function readAt(provider: PayoutProvider, order: Order): Promise<PayoutReading | undefined> {
  return isTed(order) ? requiredTed(provider).read(order) : provider.readPayout(order);
}

function isBeyond({ target }: ActivePayout, { ted }: PayoutProvider): boolean {
  return target.type === 'BANK_ACCOUNT' && !ted;
}

function requiredTed({ ted }: PayoutProvider): NonNullable<PayoutProvider['ted']> {
  if (!ted) throw providerChanged();
  return ted;
}

function later({ clock }: Deps, delayMs: number): Date {
  return new Date(clock.real().getTime() + delayMs);
}
