import {
  PayCheckoutByCardResponse,
  SubscribeByPixResponse,
  toWire,
  type CheckoutServiceDefinition,
  type PayCheckoutByCardRequest,
  type PixAuthorization,
  type SubscribeByPixRequest,
  type SubscriptionStart as SubscriptionStartMessage,
} from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { resumeOnce } from '@pitanga/database';
import type { RpcHandlers, TenantCall } from '@pitanga/rpc';
import type { Authorization } from '../authorizations/authorization';
import { givenUtms } from '../charges/charge-utms';
import type { Checkout } from '../checkouts/checkout';
import { methodNotOffered } from '../checkouts/checkout-errors';
import {
  beginSubscription,
  checkSubscriber,
  finishSubscription,
  type Subscriber,
} from '../subscribing/subscribe-on-page';
import type { SubscriptionStart } from '../checking-out/subscription-start';
import { checkedTaxId } from '../customers/customer';
import type { Deps, Tools } from '../deps';
import { findSetup } from '../managing/store-setup';
import { cardActionUrl, chargeToWire, failureToWire } from '../messages/charge-wire';
import { qrPng } from '../charges/qr-png';

/** Pix payments on a subscription checkout's page. Card payments use `payCheckoutByCard`, as on every checkout. */
export function subscribeHandlers(deps: Deps): Pick<RpcHandlers<CheckoutServiceDefinition>, 'subscribeByPix'> {
  return {
    subscribeByPix: async ({ checkoutId, coupons, payer, ...request }, call) => {
      const { tenant } = call;
      const by = { subscriber: subscriberFromWire(payer), utms: givenUtms(request.utms) };
      const form = { checkoutId, ...by, coupons, means: { method: 'PIX' } as const };
      const setup = await findSetup(deps, tenant);
      return resumeOnce(deps, call, SubscribeByPixResponse, {
        begin: (tx) => beginSubscription(tx, tenant, setup, form),
        finish: async (id) => {
          const { charge, authorization, hasBegun } = await finishSubscription(deps, tenant, id);
          const isOpen = charge !== undefined && !hasBegun;
          return {
            subscriptionId: id,
            charge: isOpen ? wireCharge(deps, tenant, charge) : undefined,
            authorization: authorizationToWire(authorization),
          };
        },
      });
    },
  };
}

/** `payCheckoutByCard` of a subscription checkout: the card is saved for later cycles. */
export async function subscribeByCard(
  deps: Deps,
  checkout: Checkout,
  request: PayCheckoutByCardRequest,
  call: TenantCall,
  makeToken: () => Promise<string>,
): Promise<PayCheckoutByCardResponse> {
  const { tenant } = call;
  const { checkoutId, coupons, taxId, email, cellphone, holderName: name } = request;
  const subscriber = taxId === undefined ? undefined : subscriberFromWire({ name, taxId, email, cellphone });
  checkSubscriber(checkout, subscriber);
  if (request.installmentCount > 1) throw methodNotOffered('CARD', request.installmentCount);
  // Before the transaction of the key, because the vault is an outside service; a repeat's own token is never used.
  const token = await makeToken();
  const utms = givenUtms(request.utms);
  const form = { checkoutId, subscriber, coupons, utms, means: { method: 'CARD', token } as const };
  const setup = await findSetup(deps, tenant);
  return resumeOnce(deps, call, PayCheckoutByCardResponse, {
    begin: (tx) => beginSubscription(tx, tenant, setup, form),
    finish: async (id) => {
      const { charge, failure, hasBegun, actionUrl } = await finishSubscription(deps, tenant, id);
      return {
        charge: charge && wireCharge(deps, tenant, charge),
        subscriptionId: hasBegun ? id : undefined,
        failure: failure && failureToWire('CARD', failure),
        actionUrl: actionUrl && cardActionUrl(deps.publicUrl, charge?.id ?? id),
      };
    },
  });
}

export function startToWire(
  { agreement, charge, authorization, prices, dueCheckoutId }: SubscriptionStart,
  publicUrl: string,
  now: Date,
): SubscriptionStartMessage {
  const { subscriptionId, status, method, coupons } = agreement;
  return {
    subscriptionId,
    status: toWire('SUBSCRIPTION_START_STATUS', status),
    method: toWire('PAYMENT_METHOD', method),
    amountCents: prices[0].amountCents,
    prices: [...prices],
    coupons: coupons.map(({ code }) => code),
    charge: charge && chargeToWire(charge, { publicUrl }, now),
    authorization: authorizationToWire(authorization),
    dueCheckoutId,
  };
}

/** Absent until its bank has given the code. */
function authorizationToWire(authorization: Authorization | undefined): PixAuthorization | undefined {
  if (authorization?.status !== 'WAITING' || authorization.brCode === undefined) return undefined;
  const { brCode, expiresAt } = authorization;
  return { brCode, qrPng: qrPng(brCode), expiresAt };
}

function subscriberFromWire(payer: SubscribeByPixRequest['payer']): Subscriber | undefined {
  if (!payer) return undefined;
  const { name, taxId, email, cellphone } = payer;
  return { name, taxId: checkedTaxId(taxId), email, cellphone };
}

function wireCharge({ publicUrl, clock }: Tools, tenant: Tenant, charge: Parameters<typeof chargeToWire>[0]) {
  return chargeToWire(charge, { publicUrl }, clock.now(tenant));
}
