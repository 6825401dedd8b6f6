import {
  ApplyCheckoutCouponsResponse,
  PayCheckoutByCardResponse,
  type BoletoPayer,
  type CheckoutServiceDefinition,
  type GetLinkQuoteRequest,
  type GetLinkQuoteResponse,
  type PayCheckoutByCardRequest,
} from '@pitanga/contracts';
import { cents, type Tenant } from '@pitanga/core';
import { resumeOnce, writeOnce } from '@pitanga/database';
import type { RpcCall, RpcHandlers, TenantCall } from '@pitanga/rpc';
import type { Attempt } from '../attempts/attempt-repository';
import type { Checkout } from '../checkouts/checkout';
import { attemptClient, attemptCoupons, countAttempt } from '../charging/limit-attempts';
import { givenUtms } from '../charges/charge-utms';
import { acceptUpsell } from '../checking-out/accept-upsell';
import { openCheckoutPix } from '../checking-out/open-payment';
import { openCheckoutBoleto } from '../checking-out/pay-by-boleto';
import {
  applyCheckoutCoupons,
  beginCheckoutCard,
  checkTakesCard,
  findCardCheckout,
  finishCheckoutCard,
  openDiscountedPix,
  quoteLink,
} from '../checking-out/pay-checkout';
import { isSubscription } from '../checking-out/payment-terms';
import { checkedTaxId } from '../customers/customer';
import type { Deps, Tools } from '../deps';
import { findSetup } from '../managing/store-setup';
import { createCardToken } from '../managing/card-service';
import type { Wallet } from '../money/wallets';
import { chargeToWire } from '../messages/charge-wire';
import { checkoutToWire } from '../messages/checkout-wire';
import { cardFromWire } from './card-rpc';
import { subscribeByCard, subscribeHandlers } from './subscribe-rpc';

type PageMethods =
  | 'getLinkQuote'
  | 'applyCheckoutCoupons'
  | 'openCheckoutPix'
  | 'openDiscountedPix'
  | 'openCheckoutBoleto'
  | 'payCheckoutByCard'
  | 'acceptUpsell'
  | 'subscribeByPix';

/** The operations of the payment page. Its address is enough to use them, so no response holds a card token. */
export function payCheckoutHandlers(deps: Deps): Pick<RpcHandlers<CheckoutServiceDefinition>, PageMethods> {
  const { clock, publicUrl } = deps;
  return {
    getLinkQuote: (request, { tenant }) => getLinkQuote(deps, tenant, request),

    applyCheckoutCoupons: (request, call) => {
      const { tenant } = call;
      const { checkoutId, coupons, client, needsPayer } = request;
      const by = { payer: checkedPayer(request.payer), utms: givenUtms(request.utms) };
      const apply = () =>
        writeOnce(deps, call, ApplyCheckoutCouponsResponse, async (tx) => {
          const checkout = await applyCheckoutCoupons(tx, tenant, checkoutId, coupons, by, needsPayer);
          return { checkout: checkoutToWire(checkout, publicUrl, clock.now(tenant)) };
        });
      return client === undefined ? apply() : attemptCoupons(deps, tenant, checkoutId, client, apply);
    },

    openCheckoutPix: async (request, { tenant }) => {
      const { checkoutId, visitor, skipCustomer, payer } = request;
      const page = { visitor, skipCustomer, payer: checkedPayer(payer), utms: givenUtms(request.utms) };
      const charge = await openCheckoutPix(deps, tenant, checkoutId, page);
      return { charge: chargeToWire(charge, { publicUrl }, clock.now(tenant)) };
    },

    openDiscountedPix: async (request, { tenant }) => {
      const by = { payer: checkedPayer(request.payer), utms: givenUtms(request.utms) };
      const charge = await openDiscountedPix(deps, tenant, { ...request, ...by });
      return { charge: chargeToWire(charge, { publicUrl }, clock.now(tenant)) };
    },

    openCheckoutBoleto: async (request, { tenant }) => {
      const asked = { ...request, utms: givenUtms(request.utms) };
      const charge = await openCheckoutBoleto(deps, tenant, asked);
      return { charge: charge && chargeToWire(charge, { publicUrl }, clock.now(tenant)) };
    },

    payCheckoutByCard: (request, call) => payCheckoutByCard(deps, request, call),

    acceptUpsell: async ({ checkoutId, shownAmountCents }, { tenant }) => {
      const charge = await acceptUpsell(deps, tenant, checkoutId, cents(shownAmountCents));
      return { charge: chargeToWire(charge, { publicUrl }, clock.now(tenant)) };
    },

    ...subscribeHandlers(deps),
  };
}

async function payCheckoutByCard(
  deps: Deps,
  request: PayCheckoutByCardRequest,
  call: TenantCall,
): Promise<PayCheckoutByCardResponse> {
  const { tenant } = call;
  const checkout = await findCardCheckout(deps, tenant, request.checkoutId);
  const accept = (wallet: Wallet | undefined) => checkTakesCard(checkout, wallet, request.taxId !== undefined);
  // Its own fields or the wallet's button made it: the provider says which.
  if (request.paymentMethod === undefined) accept(undefined);
  const store = () => createCardToken(deps, tenant, cardFromWire(request), accept);
  // Only the vault knows the number that the provider's own fields took.
  const stored = request.paymentMethod === undefined ? undefined : await store();
  const makeToken = async (): Promise<string> => (stored ?? (await store())).id;
  const pay = (): Promise<PayCheckoutByCardResponse> =>
    isSubscription(checkout)
      ? subscribeByCard(deps, checkout, request, call, makeToken)
      : payByCard(deps, request, call, makeToken);
  const card = stored?.fingerprint ?? attemptedCard(request, call);
  return countAttempt(deps, tenant, cardAttempt(deps, checkout, request, call, card), pay, isDeclined);
}

async function getLinkQuote(
  deps: Deps,
  tenant: Tenant,
  { checkoutId, coupons, client }: GetLinkQuoteRequest,
): Promise<GetLinkQuoteResponse> {
  const quote = () => quoteLink(deps, tenant, checkoutId, coupons);
  const { checkout, prices, cardPrices } =
    client === undefined ? await quote() : await attemptCoupons(deps, tenant, checkoutId, client, quote);
  return {
    checkout: checkoutToWire(checkout, deps.publicUrl, deps.clock.now(tenant)),
    prices: [...prices],
    cardPrices: [...cardPrices],
  };
}

async function payByCard(
  deps: Deps,
  request: PayCheckoutByCardRequest,
  call: TenantCall,
  makeToken: () => Promise<string>,
): Promise<PayCheckoutByCardResponse> {
  const { clock, publicUrl } = deps;
  const { tenant } = call;
  const { checkoutId, coupons, visitor, installmentCount: installments, email, cellphone } = request;
  const shownCents = request.shownAmountCents === undefined ? undefined : cents(request.shownAmountCents);
  const payer = payerFromWire(request);
  const isReachable = email !== undefined || cellphone !== undefined;
  const named = isReachable && payer ? { ...payer, email, cellphone } : undefined;
  // Before the transaction of the key, because the vault is a provider; the token of a repeat is never used.
  const token = await makeToken();
  const utms = givenUtms(request.utms);
  const card = { checkoutId, token, installments, shownCents, coupons, visitor, payer: named, utms };
  const setup = await findSetup(deps, tenant);
  return resumeOnce(deps, call, PayCheckoutByCardResponse, {
    begin: (tx) => beginCheckoutCard(tx, tenant, setup, card),
    finish: async (id): Promise<PayCheckoutByCardResponse> => {
      const charge = await finishCheckoutCard(
        deps,
        tenant,
        { id, checkoutId },
        payer && { ...payer, email, cellphone },
      );
      const message = charge && chargeToWire(charge, { publicUrl }, clock.now(tenant));
      return { charge: message, actionUrl: message?.actionUrl };
    },
  });
}

/**
 * A repeated form counts once; with another card, or on another page, it is another attempt. `number` is
 * that of the card, or what stands for it at the provider.
 */
function cardAttempt(
  deps: Tools,
  checkout: Checkout,
  request: PayCheckoutByCardRequest,
  call: RpcCall,
  number: string,
): Attempt {
  const card = deps.sealer.fingerprint(`card ${number}`);
  const form = call.idempotency?.key ?? deps.ids.token(32);
  return {
    id: `${checkout.id} ${form} ${card.toString('hex')}`,
    kind: 'CARD',
    checkoutId: checkout.id,
    client: attemptClient(checkout, request.client),
    card,
  };
}

/** A card that is typed on the provider's page is known by its payment alone: each form is of another one. */
function attemptedCard({ isTypedAtProvider, number }: PayCheckoutByCardRequest, { idempotency }: RpcCall): string {
  return isTypedAtProvider === true ? (idempotency?.key ?? '') : number.replace(/\D/g, '');
}

function isDeclined({ charge, failure }: PayCheckoutByCardResponse): boolean {
  return charge?.failure !== undefined || failure !== undefined;
}

function checkedPayer(payer: BoletoPayer | undefined): BoletoPayer | undefined {
  return payer && { ...payer, taxId: checkedTaxId(payer.taxId) };
}

/** Absent without a tax id: the cardholder is then the payer. */
function payerFromWire({ taxId, holderName }: PayCheckoutByCardRequest) {
  return taxId === undefined ? undefined : { name: holderName, taxId: checkedTaxId(taxId) };
}
