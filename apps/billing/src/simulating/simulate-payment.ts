import type { Cents, Tenant } from '@pitanga/core';
import type { Locked } from '@pitanga/database';
import { checkCardAmount, type Charge } from '../charges/charge';
import { chargeNotFound, simulationInProduction } from '../charges/charge-errors';
import { findCharge, findNewestCharge } from '../charges/charge-queries';
import type { ChargeUtms } from '../charges/charge-utms';
import { simulatedPayer, type SimulatedPayer } from '../charges/made-up-payer';
import { canTakePayment, checkKind, checkPayable, type Checkout } from '../checkouts/checkout';
import { checkoutNotFound, methodNotOffered, nothingToPayLate } from '../checkouts/checkout-errors';
import { findCheckout } from '../checkouts/checkout-queries';
import { lockCheckout } from '../checkouts/checkout-repository';
import type { CheckoutFrequency } from '../checkouts/checkout-status';
import type { Coupon } from '../coupons/coupon';
import { findCustomerById } from '../customers/customer-queries';
import type { ReadDeps, TxDeps } from '../deps';
import { createCardToken } from '../managing/card-service';
import type { StoreSetup } from '../managing/store-setup';
import type { PaymentMethod } from '../money/fees';
import type { Wallet } from '../money/wallets';
import { testCardInput, testWalletInput } from '../provider/simulated-card-provider';
import { applyToCheckout, discountedTerms } from '../checking-out/apply-coupons';
import { payBySimulation } from './simulate-charge';
import { cardAmount } from '../checking-out/card-prices';
import { getCheckout, type CheckoutWithPayments } from '../checking-out/checkout-service';
import {
  openBoleto,
  openCardCharge,
  openCheckoutPix,
  openOwnPix,
  type PaymentTerms,
} from '../checking-out/open-payment';
import { completeFreeOrder } from '../checking-out/complete-free-order';
import { checkOwnPage, isSubscription } from '../checking-out/payment-terms';
import { recordRedemptions, reserveCoupons, withoutApplied } from '../checking-out/reserve-coupons';
import { finishCardCharge } from '../charging/send-card-charge';
import { simulated } from './simulated';
import { subscribeBySimulation, type SimulatedSubscription } from './subscribe-by-simulation';

export interface CheckoutSimulation {
  readonly id: string;
  /** The kind of the route; absent means any. */
  readonly frequency: CheckoutFrequency | undefined;
  /** Absent: the first accepted method. */
  readonly method: PaymentMethod | undefined;
  /** By the test card in this wallet. */
  readonly wallet?: Wallet | undefined;
  readonly payer: SimulatedPayer | undefined;
  /** Codes the payer applies. */
  readonly coupons: readonly string[];
  /** Absent: the approved test card. */
  readonly cardNumber: string | undefined;
  readonly installmentCount: number;
  /** Absent: the amount due. Another amount, which a card cannot pay, is recorded and returned. */
  readonly amountCents: Cents | undefined;
  /** Pays after the checkout closed: recorded and returned. */
  readonly late: boolean;
  /** Of the page of a link: the visitor who pays. */
  readonly visitor?: string | undefined;
  /** The open Pix or boleto to pay, as a page shows it. */
  readonly chargeId?: string | undefined;
  /** Where the payer came from, by the address of the page. */
  readonly utms?: ChargeUtms | undefined;
}

/** A simulated payment with the subscription that it started, or the failure of the card. */
export type SimulatedCheckout = CheckoutWithPayments & SimulatedSubscription;

/** Dev mode: pays a checkout or link as a payer would, in one transaction: the simulator calls no provider. */
export async function simulateCheckoutPayment(
  tx: TxDeps,
  tenant: Tenant,
  setup: StoreSetup,
  input: CheckoutSimulation,
): Promise<SimulatedCheckout> {
  if (!tenant.devMode) throw simulationInProduction();

  const seen = await findCheckout(tx.db, tenant, { id: input.id });
  if (!seen) throw checkoutNotFound(input.frequency);
  checkKind(seen, input.frequency, 'simulate-payment');
  // A late payment is of a charge shown before, whose amount does not change.
  const reserved = isLate(seen, input) ? [] : await reserveCoupons(tx, tenant, seen, input.coupons);
  const locked = await lockCheckout(tx.db, tenant, input.id);
  if (!locked) throw checkoutNotFound(input.frequency);
  const coupons = await withoutApplied(tx, tenant, locked, reserved);
  const done = isSubscription(locked)
    ? await subscribe(tx, tenant, setup, locked, coupons, input)
    : { subscriptionId: undefined, failure: (await pay(tx, tenant, setup, locked, coupons, input))?.failure };
  return { ...(await getCheckout(tx, tenant, { id: input.id })), ...done };
}

/** An open subscription checkout is never late: another customer subscribes. */
function isLate(checkout: Checkout, { late }: CheckoutSimulation): boolean {
  return late && !(isSubscription(checkout) && canTakePayment(checkout));
}

async function subscribe(
  tx: TxDeps,
  tenant: Tenant,
  setup: StoreSetup,
  locked: Locked<Checkout>,
  coupons: readonly Coupon[],
  input: CheckoutSimulation,
): Promise<SimulatedSubscription> {
  const { payer, cardNumber, amountCents, utms } = input;
  const method = input.method ?? locked.methods[0] ?? 'CARD';
  if (!locked.methods.includes(method)) throw methodNotOffered(method);
  if (isLate(locked, input)) {
    await payLate(tx, tenant, locked, method, input);
    return { subscriptionId: undefined, failure: undefined };
  }
  checkPayable(locked, tx.clock.now(tenant));
  if (input.chargeId !== undefined) {
    const shown = await findShown(tx, tenant, locked, input.chargeId);
    const { subscriptionId } = await payBySimulation(tx, tenant, shown, { ...input, metadataJson: undefined });
    return { subscriptionId, failure: undefined };
  }
  return subscribeBySimulation(tx, tenant, setup, locked, { method, payer, coupons, cardNumber, amountCents, utms });
}

/** Returns the paid or declined charge; undefined when coupons left nothing to pay. */
async function pay(
  tx: TxDeps,
  tenant: Tenant,
  setup: StoreSetup,
  locked: Locked<Checkout>,
  coupons: readonly Coupon[],
  input: CheckoutSimulation,
): Promise<Charge | undefined> {
  checkOwnPage(locked);
  const wallet =
    input.wallet ?? (input.method === undefined && locked.methods.length === 0 ? locked.wallets[0] : undefined);
  const method = wallet ? 'CARD' : (input.method ?? locked.methods[0] ?? 'PIX');
  if (wallet ? !locked.wallets.includes(wallet) : !locked.methods.includes(method))
    throw methodNotOffered(wallet ?? method);
  if (input.late) return payLate(tx, tenant, locked, method, input);
  const shown = input.chargeId === undefined ? undefined : await findShown(tx, tenant, locked, input.chargeId);
  // What was offered after the payment is paid after it.
  if (!shown?.upsellItem) checkPayable(locked, tx.clock.now(tenant));
  if (shown) return payBySimulation(tx, tenant, shown, { ...input, metadataJson: undefined });
  const isLink = locked.frequency === 'MULTIPLE_PAYMENTS';
  const checkout = isLink ? locked : await applyToCheckout(tx, tenant, locked, coupons);
  const own = isLink ? discountedTerms(locked, coupons) : { ...checkout, discounts: [] };
  const { utms } = input;
  const passesFees = checkout.passesFees && !wallet;
  const byCard = cardAmount(setup.settings.fees, { passesFees }, own.amountCents, input.installmentCount);
  checkCardAmount(method, input.amountCents, byCard);
  if (own.amountCents === 0) {
    await completeFreeOrder(tx, tenant, checkout, own.discounts, { utms });
    return undefined;
  }
  const terms = { ...own, visitor: isLink ? input.visitor : undefined, utms };
  const payment = await open(tx, tenant, setup, checkout, terms, method, { ...input, wallet });
  const used = { checkoutId: checkout.id, chargeId: payment.id, discounts: own.discounts };
  await recordRedemptions(tx, tenant, used, 'RESERVED');
  if (payment.method !== 'CARD') return payBySimulation(tx, tenant, payment, { ...input, metadataJson: undefined });
  const payer = await findPayer(tx, tenant, checkout, input.payer);
  return finishCardCharge(simulated(tx, setup), tenant, payment.id, payer);
}

/** Pays the newest Pix or boleto of a page, in any state. */
async function payLate(
  tx: TxDeps,
  tenant: Tenant,
  locked: Checkout,
  method: PaymentMethod,
  input: CheckoutSimulation,
): Promise<Charge> {
  const shown = await findNewestCharge(tx.db, tenant, locked.id, method);
  if (!shown) throw nothingToPayLate(method);
  return payBySimulation(tx, tenant, shown, { ...input, metadataJson: undefined });
}

/** The Pix or boleto that a page of this checkout shows. */
async function findShown(tx: TxDeps, tenant: Tenant, locked: Checkout, chargeId: string): Promise<Charge> {
  const shown = await findCharge(tx.db, tenant, chargeId);
  if (shown?.checkoutId !== locked.id || shown.method === 'CARD') throw chargeNotFound();
  return shown;
}

/** Opens the charge to pay as the page does. */
async function open(
  tx: TxDeps,
  tenant: Tenant,
  setup: StoreSetup,
  checkout: Locked<Checkout>,
  terms: PaymentTerms,
  method: PaymentMethod,
  input: CheckoutSimulation,
): Promise<Charge> {
  switch (method) {
    case 'PIX': {
      const isShared = checkout.frequency === 'ONE_TIME' || terms.couponsUsed.length === 0;
      return isShared
        ? openCheckoutPix(simulated(tx, setup), tenant, checkout.id, { visitor: terms.visitor, utms: terms.utms })
        : // Beside the one that the visitor may have open.
          openOwnPix(tx, tenant, setup, checkout, { ...terms, visitor: undefined });
    }
    case 'BOLETO':
      return openBoleto(tx, tenant, setup, checkout, terms, await findPayer(tx, tenant, checkout, input.payer));
    case 'CARD': {
      const { name: holderName } = await findPayer(tx, tenant, checkout, input.payer);
      const { wallet, cardNumber } = input;
      const typed = testCardInput(tx.clock.real(), holderName, cardNumber);
      const card = wallet ? testWalletInput(wallet, holderName) : typed;
      const { id: token } = await createCardToken(simulated(tx, setup), tenant, card, () => undefined);
      return openCardCharge(tx, tenant, setup, checkout, terms, { token, installments: input.installmentCount });
    }
  }
}

async function findPayer(
  deps: ReadDeps,
  tenant: Tenant,
  { id, customerId }: Checkout,
  named: SimulatedPayer | undefined,
) {
  return simulatedPayer(named, await findCustomerById(deps.db, tenant, deps.sealer, customerId), id);
}
