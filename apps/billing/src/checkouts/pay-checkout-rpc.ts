import {
  ApplyCheckoutCouponsResponse,
  PayCheckoutByCardResponse,
  tenantFromWire,
  type CheckoutServiceDefinition,
  type PayCheckoutByCardRequest,
} from '@pitanga/contracts';
import { idempotently, resumably } from '@pitanga/database';
import type { RpcHandlers } from '@pitanga/rpc';
import { cardFromWire, subscribeByCard, subscribeHandlers } from '../agreements/subscribe-rpc';
import { createCardToken } from '../cards/card-service';
import { chargeToWire } from '../charges/charge-wire';
import { checkedTaxId } from '../customers/customer';
import type { Deps } from '../deps';
import { checkoutToWire } from './checkout-wire';
import { openCheckoutBoleto } from './pay-by-boleto';
import {
  applyCheckoutCoupons,
  beginCheckoutCard,
  findCardCheckout,
  finishCheckoutCard,
  openDiscountedPix,
  quoteLink,
} from './pay-checkout';
import { isSubscription } from './payment-terms';

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
      const checkout = await quoteLink(deps, tenant, request.checkoutId, request.coupons);
      return { checkout: checkoutToWire(checkout, publicUrl, clock.now(tenant)) };
    },

    applyCheckoutCoupons: async (request, call) => {
      const tenant = tenantFromWire(request.tenant);
      const codec = ApplyCheckoutCouponsResponse;
      const { response, replayed } = await idempotently(
        db,
        tenant,
        call.idempotency,
        codec,
        clock.real(),
        async (tx) => {
          const { checkoutId, coupons } = request;
          const checkout = await applyCheckoutCoupons({ ...deps, db: tx }, tenant, checkoutId, coupons);
          return { checkout: checkoutToWire(checkout, publicUrl, clock.now(tenant)) };
        },
      );
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
      const { checkoutId, coupons, visitor, installmentCount: installments } = request;
      const payer = payerFromWire(request);
      const checkout = await findCardCheckout(deps, tenant, checkoutId);
      if (isSubscription(checkout)) return subscribeByCard(deps, tenant, checkout, request, call);
      // Outside of the key's transaction, as the vault is somebody else's; a repeat's own token is never used.
      const { id: token } = await createCardToken(deps, tenant, cardFromWire(request));
      const codec = PayCheckoutByCardResponse;
      const { response, replayed } = await resumably(db, tenant, call.idempotency, codec, clock.real(), {
        begin: (tx) => {
          const card = { checkoutId, token, installments, coupons, visitor };
          return beginCheckoutCard({ ...deps, db: tx }, tenant, card);
        },
        finish: async (id): Promise<PayCheckoutByCardResponse> => {
          const charge = await finishCheckoutCard(deps, tenant, { id, checkoutId }, payer);
          return { charge: charge && chargeToWire(charge, { publicUrl }, clock.now(tenant)) };
        },
      });
      if (replayed) call.markReplayed();
      return response;
    },

    ...subscribeHandlers(deps),
  };
}

/** Without a tax id the cardholder is the payer. */
function payerFromWire({ taxId, holderName }: PayCheckoutByCardRequest) {
  return taxId === undefined ? undefined : { name: holderName, taxId: checkedTaxId(taxId) };
}
