import type { Checkout } from '@pitanga/contracts';
import { isAppError } from '@pitanga/core';
import type { FastifyReply } from 'fastify';
import type { Route, RouteGroup } from '../../edge/api';
import { readCouponForm, readPayerForm, readAddressedPayerForm } from '../forms/form-input';
import { nameBuyer } from '../buyers/buyer-cookie';
import { pageCall, publicPage } from '../html/public-page';
import { appleDomainRoute } from './apple-domain';
import { addressPictureRoute } from './address-picture';
import { acceptUpsell, openPix, payByCard, showSubscription, simulate } from './pay-actions';
import { nothingToPay, runForm, seeOther, showPage, submitForm } from './pay-answers';
import { askedPayer, asksPixPayer, coveringCoupon } from './asked-payer';
import { readChoice } from './pay-choice';
import { couponList, formCall } from './pay-form-call';
import { payCodeRoute } from './pay-code-route';
import { payEventsRoute } from './pay-events';
import { pageState } from './pay-progress';
import { pixPictureRoute } from './pix-picture';
import { walletRoute } from './pay-by-wallet';
import { openVisit, type Exchange, type Visit } from './pay-visit';
import { subscribeByCard, subscribeByPix } from './subscribe-forms';
import { nameVisitor } from './visitor-cookie';

const pageRoutes: Route = (app, deps) => {
  app.get('/pay/:id', publicPage, async (request, reply) => {
    const exchange = { deps, request, reply };
    const visit = await openVisit(exchange);
    return showPage(exchange, visit, visit.problem);
  });

  app.get('/pay/:id/state', publicPage, async (request, reply) => {
    const state = pageState(await openVisit({ deps, request, reply }));
    return reply.header('cache-control', 'no-store').send({ state });
  });
};

const couponRoutes: Route = (app, deps) => {
  app.post('/pay/:id/coupons', publicPage, (request, reply) =>
    submitForm({ deps, request, reply }, (visit) => applyCoupon({ deps, request, reply }, visit)),
  );

  app.post('/pay/:id/free', publicPage, (request, reply) =>
    submitForm({ deps, request, reply }, async (visit) => {
      const { id, tenant, isLink, choice } = visit;
      const coupon = coveringCoupon(visit);
      if (coupon === undefined) return seeOther(reply, id, choice);
      const keyed = formCall(request, visit, 'free', coupon);
      const payer = asksPixPayer(visit) ? readPayerForm(request.body, askedPayer(visit)) : undefined;
      const asked = { tenant, checkoutId: id, coupons: [coupon], payer, utms: choice.utms };
      const { checkout } = await deps.clients.checkouts.applyCheckoutCoupons(asked, keyed);
      return isLink
        ? nothingToPay({ deps, request, reply }, visit)
        : showDiscounted({ deps, request, reply }, visit, checkout);
    }),
  );
};

const paymentRoutes: Route = (app, deps) => {
  app.post('/pay/:id/pix', publicPage, (request, reply) =>
    submitForm({ deps, request, reply }, (visit) => openPix({ deps, request, reply }, visit), 'PIX'),
  );

  app.post('/pay/:id/boleto', publicPage, (request, reply) =>
    submitForm({ deps, request, reply }, (visit) => openBoleto({ deps, request, reply }, visit), 'BOLETO'),
  );

  app.post('/pay/:id/card', publicPage, (request, reply) =>
    submitForm(
      { deps, request, reply },
      async (visit) => {
        const exchange = { deps, request, reply };
        if (!visit.isSubscription) return payByCard(exchange, visit);
        return showSubscription(exchange, visit, await subscribeByCard(deps, request, visit));
      },
      'CARD',
    ),
  );

  app.post('/pay/:id/upsell', publicPage, (request, reply) =>
    submitForm({ deps, request, reply }, (visit) => acceptUpsell({ deps, request, reply }, visit)),
  );

  app.post('/pay/:id/again', publicPage, (request, reply) => {
    const { id } = request.params;
    nameVisitor(reply, deps, id);
    const choice = { ...readChoice(request.query), coupon: undefined, boleto: undefined };
    return seeOther(reply, id, { ...choice, isPixAsked: false, isDone: false });
  });
};

const subscriptionRoutes: Route = (app, deps) => {
  app.post('/pay/:id/subscribe', publicPage, (request, reply) =>
    submitForm(
      { deps, request, reply },
      async (visit) => {
        if (!visit.isSubscription) return seeOther(reply, visit.id, visit.choice);
        return showSubscription({ deps, request, reply }, visit, await subscribeByPix(deps, request, visit));
      },
      'PIX',
    ),
  );

  app.post('/pay/:id/revoke', publicPage, (request, reply) =>
    submitForm({ deps, request, reply }, async ({ id, tenant, start, isBuyer, choice }) => {
      const asked = isBuyer && start && { tenant, subscriptionId: start.subscriptionId };
      if (asked) await deps.clients.agreements.simulateAuthorizationCancelled(asked, pageCall(request));
      return seeOther(reply, id, { ...choice, subscription: undefined });
    }),
  );
};

const simulateRoute: Route = (app, deps) => {
  app.post('/pay/:id/simulate', publicPage, async (request, reply) => {
    const exchange = { deps, request, reply };
    const visit = await openVisit(exchange);
    const work = (seen: Visit) => simulate(exchange, seen);
    // A second subscription is refused on the page, as by the form.
    return visit.isSubscription ? runForm(exchange, visit, work) : work(visit);
  });
};

/** The payment page and its forms. Each form ends on the page again: by a redirect, or with what was wrong. */
export const payRoutes: RouteGroup = [
  appleDomainRoute,
  pixPictureRoute,
  addressPictureRoute,
  pageRoutes,
  payCodeRoute,
  payEventsRoute,
  couponRoutes,
  paymentRoutes,
  walletRoute,
  subscriptionRoutes,
  simulateRoute,
];

async function applyCoupon({ deps, request, reply }: Exchange, visit: Visit): Promise<FastifyReply> {
  const { id, tenant, isLink, isSubscription, choice } = visit;
  const { checkouts } = deps.clients;
  const coupon = readCouponForm(request.body);
  const client = deps.limits.hashClient(request.ip);
  const asked = { tenant, checkoutId: id, coupons: [coupon], client, utms: choice.utms };
  if (isLink || isSubscription) {
    await checkouts.getLinkQuote(asked, pageCall(request));
    return seeOther(reply, id, { ...choice, coupon, couponProof: deps.couponProofs.of(id, coupon) });
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
  return seeOther(reply, id, { ...choice, coupon: undefined, boleto: charge.id });
}
