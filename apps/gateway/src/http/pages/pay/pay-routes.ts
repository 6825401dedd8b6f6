import type { Checkout } from '@pitanga/contracts';
import { isAppError } from '@pitanga/core';
import type { MethodName } from '@pitanga/records';
import type { FastifyReply } from 'fastify';
import type { Route, RouteGroup } from '../../edge/api';
import { readCouponForm, readPayerForm, readAddressedPayerForm } from '../forms/form-input';
import { nameBuyer } from '../buyers/buyer-cookie';
import { findFailure } from '../forms/failed-form';
import { pageCall, publicPage } from '../html/public-page';
import { appleDomainRoute } from './apple-domain';
import { addressPictureRoute } from './address-picture';
import { acceptUpsell, openPix, payByCard, showSubscription, simulate } from './pay-actions';
import { nothingToPay, seeOther, showPage, submitForm } from './pay-answers';
import { askedPayer, asksPixPayer, coveringCoupon } from './asked-payer';
import { readChoice } from './pay-choice';
import { couponList, formCall } from './pay-form-call';
import { payCodeRoute } from './pay-code-route';
import { payEventsRoute } from './pay-events';
import { pageState } from './pay-progress';
import { pixPictureRoute } from './pix-picture';
import { payByWallet } from './pay-by-wallet';
import { openVisit, type Exchange, type Visit } from './pay-visit';
import { subscribeByCard, subscribeByPix } from './subscribe-forms';
import { keepBoleto, nameVisitor } from './visitor-cookie';

const pageRoutes: Route = (app, deps) => {
  app.get('/pay/:id', publicPage, async (request, reply) => {
    const exchange = { deps, request, reply };
    const visit = await openVisit(exchange);
    return showPage(exchange, visit, findFailure(deps, request, `/pay/${visit.id}`));
  });

  app.get('/pay/:id/state', publicPage, async (request, reply) => {
    const state = pageState(await openVisit({ deps, request, reply }));
    return reply.header('cache-control', 'no-store').send({ state });
  });
};

type Work = (exchange: Exchange, visit: Visit) => Promise<FastifyReply> | FastifyReply;

/** A form of the page. Its address, opened, is that of the page, by the form's method if it has one. */
const form =
  (name: string, work: Work, method?: MethodName): Route =>
  (app, deps) => {
    const path = `/pay/:id/${name}` as '/pay/:id/card';

    app.get(path, publicPage, ({ params, query }, reply) => {
      const choice = readChoice(query);
      return seeOther(reply, params.id, { ...choice, method: method ?? choice.method });
    });

    app.post(path, publicPage, (request, reply) => {
      const exchange = { deps, request, reply };
      return submitForm(exchange, async (visit) => work(exchange, visit), method);
    });
  };

/** The payment page and its forms, each of which ends on the page: with what it did, or with what was wrong. */
export const payRoutes: RouteGroup = [
  appleDomainRoute,
  pixPictureRoute,
  addressPictureRoute,
  pageRoutes,
  payCodeRoute,
  payEventsRoute,
  form('coupons', applyCoupon),
  form('free', orderForNothing),
  form('pix', openPix, 'PIX'),
  form('boleto', openBoleto, 'BOLETO'),
  form(
    'card',
    async (exchange, visit) =>
      visit.isSubscription
        ? showSubscription(exchange, visit, await subscribeByCard(exchange.deps, exchange.request, visit))
        : payByCard(exchange, visit),
    'CARD',
  ),
  form('wallet', payByWallet),
  form('upsell', acceptUpsell),
  form('again', startAgain),
  form(
    'subscribe',
    async (exchange, visit) =>
      visit.isSubscription
        ? showSubscription(exchange, visit, await subscribeByPix(exchange.deps, exchange.request, visit))
        : seeOther(exchange.reply, visit.id, visit.choice),
    'PIX',
  ),
  form('revoke', revokeAuthorization),
  form('simulate', simulate),
];

/** A link is paid once more: for another visitor. */
function startAgain({ deps, reply }: Exchange, { id, choice }: Visit): FastifyReply {
  nameVisitor(reply, deps, id);
  keepBoleto(reply, deps, id, undefined);
  const fresh = { coupon: undefined, boleto: undefined, isPixAsked: false, isDone: false };
  return seeOther(reply, id, { ...choice, ...fresh });
}

/** Dev mode: the payer ends automatic Pix in the app of the bank. */
async function revokeAuthorization(
  { deps, request, reply }: Exchange,
  { id, tenant, start, isBuyer, choice }: Visit,
): Promise<FastifyReply> {
  const asked = isBuyer && start && { tenant, subscriptionId: start.subscriptionId };
  if (asked) await deps.clients.agreements.simulateAuthorizationCancelled(asked, pageCall(request));
  return seeOther(reply, id, { ...choice, subscription: undefined });
}

/** Coupons pay for everything. */
async function orderForNothing(exchange: Exchange, visit: Visit): Promise<FastifyReply> {
  const { deps, request, reply } = exchange;
  const { id, tenant, isLink, choice } = visit;
  const coupon = coveringCoupon(visit);
  if (coupon === undefined) return seeOther(reply, id, choice);
  const keyed = formCall(request, visit, 'free', coupon);
  const payer = asksPixPayer(visit) ? readPayerForm(request.body, askedPayer(visit)) : undefined;
  const asked = { tenant, checkoutId: id, coupons: [coupon], payer, utms: choice.utms };
  const { checkout } = await deps.clients.checkouts.applyCheckoutCoupons(asked, keyed);
  return isLink ? nothingToPay(exchange, visit) : showDiscounted(exchange, visit, checkout);
}

async function applyCoupon({ deps, request, reply }: Exchange, visit: Visit): Promise<FastifyReply> {
  const { id, tenant, isLink, isSubscription, choice } = visit;
  const { checkouts } = deps.clients;
  const coupon = readCouponForm(request.body);
  const client = deps.limits.hashClient(request.ip);
  const asked = { tenant, checkoutId: id, coupons: [coupon], client, utms: choice.utms };
  if (isLink || isSubscription) {
    const quote = await checkouts.getLinkQuote(asked, pageCall(request));
    const proved = { ...choice, coupon, couponProof: deps.couponProofs.of(id, coupon) };
    // The code redeems the coupon: it is made at once where nothing else could be paid with it.
    return paysByPixAlone(visit) && (quote.checkout?.amountCents ?? 0) > 0
      ? openPix({ deps, request, reply }, { ...visit, choice: proved })
      : seeOther(reply, id, proved);
  }
  try {
    const needed = { ...asked, needsPayer: asksPixPayer(visit) };
    const { checkout } = await checkouts.applyCheckoutCoupons(needed, pageCall(request));
    return await showDiscounted({ deps, request, reply }, visit, checkout);
  } catch (error) {
    if (!isAppError(error) || error.reason !== 'PAYER_REQUIRED') throw error;
    return seeOther(reply, id, { ...choice, coupon, couponProof: deps.couponProofs.of(id, coupon) });
  }
}

function paysByPixAlone(visit: Visit): boolean {
  const { isLink, isKnown, methods, wallets } = visit;
  return isLink && isKnown && methods.join() === 'PIX' && wallets.length === 0 && !asksPixPayer(visit);
}

/** The page of a checkout to which coupons were applied, which may have paid it. */
function showDiscounted(
  { deps, reply }: Exchange,
  { id, choice }: Visit,
  checkout: Checkout | undefined,
): FastifyReply {
  const isDone = checkout?.status === 'CHECKOUT_STATUS_PAID';
  if (isDone) nameBuyer(deps, reply, `/pay/${id}`, id);
  return seeOther(reply, id, { ...choice, isDone });
}

async function openBoleto(exchange: Exchange, visit: Visit): Promise<FastifyReply> {
  const { deps, request, reply } = exchange;
  const { id, tenant, visitor, choice } = visit;
  const readForm = visit.needsAddress ? readAddressedPayerForm : readPayerForm;
  const payer = visit.knowsPayer ? undefined : readForm(request.body, askedPayer(visit));
  const asked = { tenant, checkoutId: id, payer, visitor, coupons: couponList(choice.coupon), utms: choice.utms };
  const { charge } = await deps.clients.checkouts.openCheckoutBoleto(asked, pageCall(request));
  if (!charge) return nothingToPay(exchange, visit);
  // Without the payer's data anybody may have asked for it.
  if (payer && !visit.isLink) nameBuyer(deps, reply, `/pay/${id}`, charge.id);
  if (payer) nameBuyer(deps, reply, `/boletos/${charge.id}`, charge.id);
  keepBoleto(reply, deps, id, charge.id);
  return seeOther(reply, id, { ...choice, coupon: undefined, boleto: charge.id });
}
