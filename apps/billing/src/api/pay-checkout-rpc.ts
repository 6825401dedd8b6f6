import {
  ApplyCheckoutCouponsResponse,
  PayCheckoutByCardResponse,
  tenantFromWire,
  type CheckoutServiceDefinition,
  type PayCheckoutByCardRequest,
} from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { idempotently, resumably } from '@pitanga/database';
import type { RpcCall, RpcHandlers } from '@pitanga/rpc';
import type { Attempt } from '../attempts/attempt-repository';
import type { Checkout } from '../checkouts/checkout';
import { attemptClient, attemptCoupons, countAttempt } from '../collecting/limit-attempts';
import { openCheckoutBoleto } from '../collecting/pay-by-boleto';
import {
  applyCheckoutCoupons,
  beginCheckoutCard,
  findCardCheckout,
  finishCheckoutCard,
  openDiscountedPix,
  quoteLink,
} from '../collecting/pay-checkout';
import { isSubscription } from '../collecting/payment-terms';
import { checkedTaxId } from '../customers/customer';
import type { Deps } from '../deps';
import { createCardToken } from '../managing/card-service';
import { chargeToWire } from '../messages/charge-wire';
import { checkoutToWire } from '../messages/checkout-wire';
import { cardFromWire, subscribeByCard, subscribeHandlers } from './subscribe-rpc';

type PageMethods =
  | 'getLinkQuote'
  | 'applyCheckoutCoupons'
  | 'openDiscountedPix'
  | 'openCheckoutBoleto'
  | 'payCheckoutByCard'
  | 'subscribeByPix';

/** What a payer does on the payment page. Whoever has its address may do it, so that no answer charges a card again. */
export function payCheckoutHandlers(deps: Deps): Pick<RpcHandlers<CheckoutServiceDefinition>, PageMethods> {
  const { clock, db, publicUrl } = deps;
  return {
    getLinkQuote: async (request) => {
      const tenant = tenantFromWire(request.tenant);
      const { checkoutId, coupons, client } = request;
      const quote = () => quoteLink(deps, tenant, checkoutId, coupons);
      const checkout =
        client === undefined ? await quote() : await attemptCoupons(deps, tenant, checkoutId, client, quote);
      return { checkout: checkoutToWire(checkout, publicUrl, clock.now(tenant)) };
    },

    applyCheckoutCoupons: async (request, call) => {
      const tenant = tenantFromWire(request.tenant);
      const { checkoutId, coupons, client } = request;
      const codec = ApplyCheckoutCouponsResponse;
      const apply = () =>
        idempotently(db, tenant, call.idempotency, codec, clock.real(), async (tx) => {
          const checkout = await applyCheckoutCoupons({ ...deps, db: tx }, tenant, checkoutId, coupons);
          return { checkout: checkoutToWire(checkout, publicUrl, clock.now(tenant)) };
        });
      const isGuess = client !== undefined;
      const { response, replayed } = await (isGuess
        ? attemptCoupons(deps, tenant, checkoutId, client, apply)
        : apply());
      if (replayed) call.markReplayed();
      return response;
    },

    openDiscountedPix: async (request) => {
      const tenant = tenantFromWire(request.tenant);
      const { checkoutId, visitor, coupons, skipCustomer } = request;
      const charge = await openDiscountedPix(deps, tenant, { checkoutId, visitor, coupons, skipCustomer });
      return { charge: chargeToWire(charge, { publicUrl }, clock.now(tenant)) };
    },

    openCheckoutBoleto: async (request) => {
      const tenant = tenantFromWire(request.tenant);
      const { checkoutId, payer, coupons, visitor } = request;
      const charge = await openCheckoutBoleto(deps, tenant, { checkoutId, payer, coupons, visitor });
      return { charge: charge && chargeToWire(charge, { publicUrl }, clock.now(tenant)) };
    },

    payCheckoutByCard: async (request, call) => {
      const tenant = tenantFromWire(request.tenant);
      const checkout = await findCardCheckout(deps, tenant, request.checkoutId);
      const pay = (): Promise<PayCheckoutByCardResponse> =>
        isSubscription(checkout)
          ? subscribeByCard(deps, checkout, request, call)
          : payByCard(deps, tenant, request, call);
      return countAttempt(deps, tenant, cardAttempt(deps, checkout, request, call), pay, isDeclined);
    },

    ...subscribeHandlers(deps),
  };
}

async function payByCard(
  deps: Deps,
  tenant: Tenant,
  request: PayCheckoutByCardRequest,
  call: RpcCall,
): Promise<PayCheckoutByCardResponse> {
  const { db, clock, publicUrl } = deps;
  const { checkoutId, coupons, visitor, installmentCount: installments } = request;
  const payer = payerFromWire(request);
  // Outside of the key's transaction, as the vault is somebody else's; a repeat's own token is never used.
  const { id: token } = await createCardToken(deps, tenant, cardFromWire(request));
  const codec = PayCheckoutByCardResponse;
  const { response, replayed } = await resumably(db, tenant, call.idempotency, codec, clock.real(), {
    begin: (tx) =>
      beginCheckoutCard({ ...deps, db: tx }, tenant, { checkoutId, token, installments, coupons, visitor }),
    finish: async (id): Promise<PayCheckoutByCardResponse> => {
      const charge = await finishCheckoutCard(deps, tenant, { id, checkoutId }, payer);
      return { charge: charge && chargeToWire(charge, { publicUrl }, clock.now(tenant)) };
    },
  });
  if (replayed) call.markReplayed();
  return response;
}

/** A form that is sent again counts once; with another card, or to another page, it is another attempt. */
function cardAttempt(deps: Deps, checkout: Checkout, request: PayCheckoutByCardRequest, call: RpcCall): Attempt {
  const card = deps.sealer.fingerprint(`card ${request.number.replace(/\D/g, '')}`);
  const form = call.idempotency?.key ?? deps.ids.token(32);
  return {
    id: `${checkout.id} ${form} ${card.toString('hex')}`,
    kind: 'CARD',
    checkoutId: checkout.id,
    client: attemptClient(checkout, request.client),
    card,
  };
}

function isDeclined({ charge, failure }: PayCheckoutByCardResponse): boolean {
  return charge?.failure !== undefined || failure !== undefined;
}

/** Without a tax id the cardholder is the payer. */
function payerFromWire({ taxId, holderName }: PayCheckoutByCardRequest) {
  return taxId === undefined ? undefined : { name: holderName, taxId: checkedTaxId(taxId) };
}
