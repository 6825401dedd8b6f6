import {
  normalizePixKey,
  saoPauloDay,
  startOfSaoPauloDay,
  type AppError,
  type Cents,
  type PixKeyType,
  type Tenant,
} from '@pitanga/core';
import type { Db, Locked, Tx } from '@pitanga/database';
import { isRefusal } from '@pitanga/provider-account';
import type { Sealer } from '@pitanga/runtime';
import { statusAt, type Charge, type SaleOrigin } from '../charges/charge';
import { chargeNotFound } from '../charges/charge-errors';
import { refundableAmount } from '../charges/charge-life';
import { findCharge } from '../charges/charge-queries';
import { isOfSubscription } from '../checkouts/checkout';
import { findCheckout } from '../checkouts/checkout-queries';
import { lockCharge, type ChargeKey } from '../checkouts/locked-charge-repository';
import { checkoutStatusAt } from '../checkouts/checkout-status';
import type { Deps, Tools, TxDeps } from '../deps';
import type { Providers } from '../provider/providers';
import { approveOpenRequest } from '../refund-requests/refund-request-repository';
import { amountToRefund, isTooLateForPix, refundTarget, type Refund, type SplitRefund } from '../refunds/refund';
import { checkSplitRefunds, splitRefundsOfOther } from '../refunds/split-refunds';
import {
  alreadyRefunded,
  boletoNeedsKey,
  linkNeedsCharge,
  nothingToRefund,
  notRefundable,
  onePartADay,
  pixTooOld,
  refundAmbiguous,
  refundInFlight,
  refundNotFound,
  refundPending,
  subscriptionNotRefundable,
  topUpNotRefundable,
  wrongRefundRoute,
} from '../refunds/refund-errors';
import { findPendingRefund, findRefund, hasMadeRefundSince, listWaitingForKey } from '../refunds/refund-queries';
import { insertRefund } from '../refunds/refund-repository';
import { approvalOfKey, type JudgedKey, type RefundAsker } from './judge-refund-key';
import { isOnePartADay, requireProvider } from './refund-provider';
import { reserveRefund, takeBackRefused } from './reserve-refund';
import { sendToKey } from './send-to-key';

export interface RefundInput {
  /** Of a checkout, a charge, or a refund (an overpayment that waits for a Pix key). */
  readonly id: string;
  readonly reason: string | undefined;
  /** The kind of the route. */
  readonly origin: Exclude<SaleOrigin, 'SUBSCRIPTION'>;
  /** Where a boleto's money goes. */
  readonly pixKey: { readonly type: PixKeyType; readonly key: string } | undefined;
  /** Undefined: all that remains. */
  readonly amountCents: Cents | undefined;
  /** From which parts of a split payment; undefined: from each in proportion. */
  readonly splitRefunds?: readonly SplitRefund[] | undefined;
  /** Its payment is meant, and no overpayment that waits for a key. */
  readonly isOfPayment?: boolean;
  readonly asker: RefundAsker;
}

/**
 * Records the intent to refund; {@link finishRefundIntent} reserves its money. One refund of a charge runs at a time, so
 * that the charge's lock protects the remaining amount. UNAVAILABLE before any write when production has no provider for
 * it. The caller finds the providers and judges the key, because that reads outside of the transaction.
 */
export async function beginRefund(
  tx: TxDeps,
  tenant: Tenant,
  input: RefundInput,
  { providers, judgedKey }: { readonly providers: Providers; readonly judgedKey: JudgedKey },
): Promise<string> {
  const { db } = tx;
  const pixKey = input.pixKey && { type: input.pixKey.type, key: normalizePixKey(input.pixKey.type, input.pixKey.key) };
  if (input.id.startsWith('ref_')) {
    if (input.splitRefunds) throw splitRefundsOfOther();
    await checkRefundRoute(db, tenant, tx.sealer, input);
    return sendToKey(tx, tenant, { ...input, judgedKey }, providers);
  }
  const charge = await lockRefundable(tx, tenant, input);
  const waiting = input.isOfPayment ? undefined : await findMeant(tx, tenant, charge, input);
  if (waiting && input.splitRefunds) throw splitRefundsOfOther();
  if (waiting) return sendToKey(tx, tenant, { ...input, judgedKey, id: waiting.id }, providers);
  if (charge.status === 'REFUNDED') throw alreadyRefunded();
  if (charge.method === 'FREE') throw nothingToRefund();
  if (charge.status !== 'PAID') throw notRefundable(statusAt(charge, tx.clock.now(tenant)));
  const pending = await findPendingRefund(db, tenant, tx.sealer, charge.id);
  if (pending) throw pendingRefundError(pending, charge);
  const amountCents = amountToRefund(charge, input.amountCents);
  checkSplitRefunds(input.splitRefunds, charge, amountCents);
  const made = newRefund(tx, tenant, { ...input, pixKey, judgedKey, amountCents }, charge);
  const refund = { ...made, accountOwner: requireProvider(providers, made) };
  if (isOnePartADay(providers, made)) await requireFirstPartOfDay(tx, tenant, charge.id);
  // The job takes over when this request does not finish.
  const runAt = new Date(tx.clock.real().getTime() + intentLeaseMs);
  if (!(await insertRefund(db, tenant, tx.sealer, refund, runAt))) throw refundPending();
  await approveOpenRequest(db, tenant, charge, { refundId: refund.id, at: refund.createdAt });
  return refund.id;
}

/**
 * The overpayment that the id of its charge or checkout names, since it waits for a key; undefined when the payment is
 * meant. REFUND_AMBIGUOUS when several of them can be.
 */
async function findMeant(
  tx: TxDeps,
  tenant: Tenant,
  charge: Charge,
  { id, pixKey, amountCents }: RefundInput,
): Promise<Refund | undefined> {
  const isPaid = charge.status === 'PAID';
  // Nothing that waits for a key is meant without one.
  if (isPaid && !pixKey) return undefined;
  const of = id === charge.checkoutId ? { checkoutId: id } : { chargeId: charge.id };
  const waiting = await listWaitingForKey(tx.db, tenant, tx.sealer, of);
  const fitting = waiting.filter((one) => amountCents === undefined || amountCents === one.amountCents);
  const meant = [...(isPaid ? [charge.id] : []), ...fitting.map((one) => one.id)];
  if (meant.length > 1) throw refundAmbiguous(meant);
  return isPaid ? undefined : (fitting[0] ?? waiting[0]);
}

/** What is sent after a part is another part, also when it is all that remains. */
async function requireFirstPartOfDay({ db, clock }: TxDeps, tenant: Tenant, chargeId: string): Promise<void> {
  const today = startOfSaoPauloDay(saoPauloDay(clock.real()));
  if (await hasMadeRefundSince(db, tenant, chargeId, today)) throw onePartADay();
}

/** The refusal of another refund while this one is PENDING. */
function pendingRefundError(pending: Refund, charge: Charge): AppError {
  if (pending.step === 'TAKE_BACK') return refundInFlight();
  return pending.amountCents === refundableAmount(charge) ? alreadyRefunded() : refundPending();
}

/** The intent to refund a PAID charge; FAILED_PRECONDITION when its money cannot be returned the way it came. */
function newRefund(
  deps: Tools,
  tenant: Tenant,
  input: Pick<RefundInput, 'id' | 'reason' | 'pixKey' | 'splitRefunds' | 'asker'> & {
    readonly amountCents: Cents;
    readonly judgedKey: JudgedKey;
  },
  charge: Charge,
): Refund {
  const { pixKey, amountCents, asker, judgedKey } = input;
  const { rail, target } = refundTarget(charge);
  if (rail === 'TRANSFER' && !pixKey) throw boletoNeedsKey();
  const now = deps.clock.now(tenant);
  if (rail === 'PIX' && isTooLateForPix(charge, now)) throw pixTooOld();
  const isToKey = rail === 'TRANSFER';
  return {
    id: deps.ids.next('refund', now),
    devMode: tenant.devMode,
    kind: 'REQUESTED',
    chargeId: charge.id,
    checkoutId: charge.checkoutId,
    originalId: input.id,
    status: 'PENDING',
    step: 'RESERVE',
    rail,
    provider: charge.provider,
    target,
    pixKey: isToKey ? pixKey : undefined,
    requestedBy: asker.requestedBy,
    approval: isToKey ? approvalOfKey(judgedKey, { chargeId: charge.id }, asker, now) : undefined,
    amountCents,
    reason: input.reason,
    splitRefunds: input.splitRefunds,
    reference: undefined,
    failureReason: undefined,
    providerCode: undefined,
    requestedAt: deps.clock.real(),
    sentAt: undefined,
    account: undefined,
    refusal: undefined,
    attempts: 0,
    orderNumber: 0,
    createdAt: now,
    updatedAt: now,
  };
}

/** How long a request may take to reserve the money of its intent. */
const intentLeaseMs = 15_000;

/**
 * Reserves the money of an intent at the ledger and answers the refund. A refusal takes the intent back;
 * after an unknown outcome it stays, and the refund job continues it.
 */
export async function finishRefundIntent(deps: Deps, tenant: Tenant, id: string): Promise<Refund> {
  const refund = await findRefund(deps.db, tenant, deps.sealer, id);
  if (!refund) throw refundNotFound();
  if (refund.step === 'TAKE_BACK') throw refundInFlight();
  if (refund.step !== 'RESERVE') return refund;
  try {
    return await reserveRefund(deps, tenant, refund);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return takeBackRefused(deps, tenant, refund, error);
  }
}

/** The charge; refused when the route is for another kind of record. */
async function lockRefundable(tools: TxDeps, tenant: Tenant, { id, origin }: RefundInput): Promise<Locked<Charge>> {
  const { db: tx, sealer, clock } = tools;
  if (id.startsWith('subs_')) throw subscriptionNotRefundable();
  const checkout = await findCheckout(tx, tenant, { id });
  if (checkout) {
    if (isOfSubscription(checkout)) throw subscriptionNotRefundable();
    const isLink = checkout.frequency === 'MULTIPLE_PAYMENTS';
    if (isLink && origin === 'PAYMENT_LINK') throw linkNeedsCharge();
    if (isLink || origin !== 'CHECKOUT') throw wrongRefundRoute(isLink ? 'PAYMENT_LINK' : 'CHECKOUT');
    const chargeId =
      checkout.paidChargeId ?? (await listWaitingForKey(tx, tenant, sealer, { checkoutId: checkout.id }))[0]?.chargeId;
    if (chargeId === undefined && checkout.status === 'PAID') throw nothingToRefund();
    if (chargeId === undefined) throw notRefundable(checkoutStatusAt(checkout, clock.now(tenant)));
    return lockExisting(tx, tenant, { id: chargeId, checkoutId: checkout.id });
  }
  const charge = await findCharge(tx, tenant, id);
  if (!charge) throw chargeNotFound();
  checkRoute(charge, origin);
  return lockExisting(tx, tenant, charge);
}

function checkRoute(charge: Charge, origin: RefundInput['origin']): void {
  if (charge.origin === 'SUBSCRIPTION') throw subscriptionNotRefundable();
  if (charge.origin === 'TOP_UP') throw topUpNotRefundable();
  if (charge.origin !== origin) throw wrongRefundRoute(charge.origin);
}

/** The same check for the id of a refund; money that a subscription's charge could not take has no route of its own. */
async function checkRefundRoute(db: Db, tenant: Tenant, sealer: Sealer, { id, origin }: RefundInput): Promise<void> {
  const refund = await findRefund(db, tenant, sealer, id);
  const charge = refund && (await findCharge(db, tenant, refund.chargeId));
  if (!charge) throw chargeNotFound();
  if (charge.origin !== 'SUBSCRIPTION') checkRoute(charge, origin);
}

async function lockExisting(tx: Tx, tenant: Tenant, key: ChargeKey): Promise<Locked<Charge>> {
  const locked = await lockCharge(tx, tenant, key);
  if (!locked) throw chargeNotFound();
  return locked.charge;
}
