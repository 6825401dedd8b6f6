import {
  PayCheckoutByCardResponse,
  SubscribeByPixResponse,
  tenantFromWire,
  toWire,
  type CheckoutServiceDefinition,
  type PayCheckoutByCardRequest,
  type SubscribeByPixRequest,
  type SubscriptionStart as SubscriptionStartMessage,
} from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { resumably } from '@pitanga/database';
import type { RpcCall, RpcHandlers } from '@pitanga/rpc';
import type { Checkout } from '../checkouts/checkout';
import { methodNotOffered } from '../checkouts/checkout-errors';
import {
  beginSubscription,
  checkSubscriber,
  finishSubscription,
  type Subscriber,
} from '../collecting/subscribe-on-page';
import type { SubscriptionStart } from '../collecting/subscription-start';
import { checkedTaxId } from '../customers/customer';
import type { Deps } from '../deps';
import { createCardToken } from '../managing/card-service';
import { chargeToWire, failureToWire } from '../messages/charge-wire';
import type { CardData } from '../provider/card-provider';

/** What a payer does on the page of a subscription checkout by Pix; by card it is the call of every checkout. */
export function subscribeHandlers(deps: Deps): Pick<RpcHandlers<CheckoutServiceDefinition>, 'subscribeByPix'> {
  return {
    subscribeByPix: async (request, call) => {
      const tenant = tenantFromWire(request.tenant);
      const { checkoutId, coupons } = request;
      const subscriber = subscriberOf(request.payer);
      const codec = SubscribeByPixResponse;
      const { response, replayed } = await resumably(deps.db, tenant, call.idempotency, codec, deps.clock.real(), {
        begin: (db) => {
          const form = { checkoutId, subscriber, coupons, means: { method: 'PIX' } as const };
          return beginSubscription({ ...deps, db }, tenant, form);
        },
        finish: async (id) => {
          const { charge, hasBegun } = await finishSubscription(deps, tenant, id);
          const isOpen = charge !== undefined && !hasBegun;
          return { subscriptionId: id, charge: isOpen ? chargeOf(deps, tenant, charge) : undefined };
        },
      });
      if (replayed) call.markReplayed();
      return response;
    },
  };
}

/** `payCheckoutByCard` of a subscription checkout: the card is kept for the cycles to come. */
export async function subscribeByCard(
  deps: Deps,
  tenant: Tenant,
  checkout: Checkout,
  request: PayCheckoutByCardRequest,
  call: RpcCall,
): Promise<PayCheckoutByCardResponse> {
  const { checkoutId, coupons, taxId, email, holderName: name } = request;
  const subscriber = taxId === undefined ? undefined : subscriberOf({ name, taxId, email });
  checkSubscriber(checkout, subscriber);
  if (request.installmentCount > 1) throw methodNotOffered('CARD', request.installmentCount);
  // Outside of the key's transaction, as the vault is somebody else's; a repeat's own token is never used.
  const { id: token } = await createCardToken(deps, tenant, cardFromWire(request));
  const codec = PayCheckoutByCardResponse;
  const { response, replayed } = await resumably(deps.db, tenant, call.idempotency, codec, deps.clock.real(), {
    begin: (db) => {
      const form = { checkoutId, subscriber, coupons, means: { method: 'CARD', token } as const };
      return beginSubscription({ ...deps, db }, tenant, form);
    },
    finish: async (id) => {
      const { charge, failure, hasBegun } = await finishSubscription(deps, tenant, id);
      return {
        charge: charge && chargeOf(deps, tenant, charge),
        subscriptionId: hasBegun ? id : undefined,
        failure: failure && failureToWire('CARD', failure),
      };
    },
  });
  if (replayed) call.markReplayed();
  return response;
}

/** A card as a payer typed it. */
export function cardFromWire({ number, expMonth, expYear, cvv, holderName }: PayCheckoutByCardRequest): CardData {
  return { number, expMonth, expYear, cvv, holderName };
}

export function startToWire(
  { agreement, charge, amountCents }: SubscriptionStart,
  publicUrl: string,
  now: Date,
): SubscriptionStartMessage {
  const { subscriptionId, status, method, coupons } = agreement;
  return {
    subscriptionId,
    status: toWire('SUBSCRIPTION_START_STATUS', status),
    method: toWire('PAYMENT_METHOD', method),
    amountCents,
    coupons: coupons.map(({ code }) => code),
    charge: charge && chargeToWire(charge, { publicUrl }, now),
  };
}

function subscriberOf(payer: SubscribeByPixRequest['payer']): Subscriber | undefined {
  return payer && { name: payer.name, taxId: checkedTaxId(payer.taxId), email: payer.email };
}

function chargeOf({ publicUrl, clock }: Deps, tenant: Tenant, charge: Parameters<typeof chargeToWire>[0]) {
  return chargeToWire(charge, { publicUrl }, clock.now(tenant));
}
