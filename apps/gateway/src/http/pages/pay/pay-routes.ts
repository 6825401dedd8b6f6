import type { Charge } from '@pitanga/contracts';
import type { MethodName } from '@pitanga/records';
import type { FastifyReply } from 'fastify';
import type { Deps } from '../../../deps';
import type { Api } from '../../edge/api';
import { sendPage } from '../html/layout';
import { choiceOf, payAddress, type PayChoice } from './pay-choice';
import { couponsOf, formCall, type PageRequest } from './pay-form-call';
import { keptValues, readCardForm, readChargeId, readCouponForm, readPayerForm, sentFormId } from '../forms/form-input';
import { asksTaxId, sendsItself } from './pay-methods';
import { paidLinkPage, payPage } from './pay-page';
import { declinedProblem, formProblem, problemOf, type PayProblem } from '../forms/form-problems';
import { completionOf, stateOf, watchOf } from './pay-progress';
import { freeFiles, openVisit, shownCharge, type Visit } from './pay-visit';
import { publicPage, pageCall } from '../html/public-page';
import { subscribeByCard, subscribeByPix, type Subscribed } from './subscribe-forms';
import { hasSubscriptionPage, subscriptionPage } from './subscription-page';
import { nameVisitor } from './visitor-cookie';

/** The payment page and its forms. Each form ends on the page again: by a redirect, or with what was wrong. */
export function payRoutes(app: Api, deps: Deps): void {
  const { checkouts } = deps.clients;
  const form = forms(deps);

  app.get('/pay/:id', publicPage, async (request, reply) => {
    const visit = await openVisit(deps, request, reply);
    return showPage(deps, request, reply, visit, visit.problem);
  });

  app.get('/pay/:id/state', publicPage, async (request, reply) => {
    const state = stateOf(await openVisit(deps, request, reply));
    return reply.header('cache-control', 'no-store').send({ state });
  });

  app.post('/pay/:id/coupons', publicPage, (request, reply) =>
    form(request, reply, async ({ id, tenant, isLink, isSubscription, choice }) => {
      const coupon = readCouponForm(request.body);
      const client = deps.limits.clientOf(request.ip);
      const asked = { tenant, checkoutId: id, coupons: [coupon], client };
      if (isLink || isSubscription) {
        await checkouts.getLinkQuote(asked, pageCall(request));
        return seeOther(reply, id, { ...choice, coupon, couponProof: deps.couponProofs.of(id, coupon) });
      }
      const { checkout } = await checkouts.applyCheckoutCoupons(asked, pageCall(request));
      return seeOther(reply, id, { ...choice, isDone: checkout?.status === 'CHECKOUT_STATUS_PAID' });
    }),
  );

  app.post('/pay/:id/free', publicPage, (request, reply) =>
    form(request, reply, async (visit) => {
      const { id, tenant, isLink, choice } = visit;
      if (!isLink || choice.coupon === undefined) return seeOther(reply, id, choice);
      const keyed = formCall(request, visit, 'free', choice.coupon);
      await checkouts.applyCheckoutCoupons({ tenant, checkoutId: id, coupons: [choice.coupon] }, keyed);
      return nothingToPay(deps, request, reply, visit);
    }),
  );

  app.post('/pay/:id/pix', publicPage, (request, reply) =>
    form(request, reply, (visit) => openPix(deps, request, reply, visit), 'PIX'),
  );

  app.post('/pay/:id/boleto', publicPage, (request, reply) =>
    form(
      request,
      reply,
      async (visit) => {
        const { id, tenant, visitor, choice } = visit;
        const payer = visit.knowsPayer ? undefined : readPayerForm(request.body);
        const asked = { tenant, checkoutId: id, payer, visitor, coupons: couponsOf(choice.coupon) };
        const { charge } = await checkouts.openCheckoutBoleto(asked, pageCall(request));
        if (!charge) return nothingToPay(deps, request, reply, visit);
        return seeOther(reply, id, { ...choice, coupon: undefined, boleto: charge.id });
      },
      'BOLETO',
    ),
  );

  app.post('/pay/:id/card', publicPage, (request, reply) =>
    form(
      request,
      reply,
      async (visit) => {
        if (!visit.isSubscription) return payByCard(deps, request, reply, visit);
        return afterSubscribing(deps, request, reply, visit, await subscribeByCard(deps, request, visit));
      },
      'CARD',
    ),
  );

  app.post('/pay/:id/subscribe', publicPage, (request, reply) =>
    form(
      request,
      reply,
      async (visit) => {
        if (!visit.isSubscription) return seeOther(reply, visit.id, visit.choice);
        return afterSubscribing(deps, request, reply, visit, await subscribeByPix(deps, request, visit));
      },
      'PIX',
    ),
  );

  app.post('/pay/:id/simulate', publicPage, async (request, reply) => {
    const visit = await openVisit(deps, request, reply);
    const work = (seen: Visit) => simulate(deps, request, reply, seen);
    // Who subscribes once more is told so as by the form.
    return visit.isSubscription ? runForm(deps, request, reply, visit, work) : work(visit);
  });

  app.post('/pay/:id/revoke', publicPage, (request, reply) =>
    form(request, reply, async ({ id, tenant, start, choice }) => {
      const asked = start && { tenant, subscriptionId: start.subscriptionId };
      if (asked) await deps.clients.agreements.simulateAuthorizationCancelled(asked, pageCall(request));
      return seeOther(reply, id, { ...choice, subscription: undefined });
    }),
  );

  app.post('/pay/:id/again', publicPage, (request, reply) => {
    const { id } = request.params;
    nameVisitor(reply, deps, id);
    const choice = { ...choiceOf(request.query), coupon: undefined, boleto: undefined };
    return seeOther(reply, id, { ...choice, isPixAsked: false, isDone: false });
  });
}

/** Makes the Pix code that the page shows: an address that is only looked at makes none. */
async function openPix(deps: Deps, request: PageRequest, reply: FastifyReply, visit: Visit): Promise<FastifyReply> {
  const { id, tenant, visitor, isLink, isKnown, isSubscription, choice } = visit;
  if (isSubscription) return seeOther(reply, id, choice);
  const asked = { tenant, checkoutId: id, visitor, skipCustomer: choice.skipCustomer };
  const shown = { ...choice, method: 'PIX', coupon: undefined, isPixAsked: true } as const;
  if (choice.coupon !== undefined && visitor !== undefined) {
    if (!isKnown) throw formProblem('Permita cookies neste site para usar o cupom com Pix.');
    const discounted = { ...asked, visitor, coupons: [choice.coupon] };
    await deps.clients.checkouts.openDiscountedPix(discounted, pageCall(request));
    return seeOther(reply, id, shown);
  }
  const { charge } = await deps.clients.checkouts.openCheckoutPix(asked, pageCall(request));
  // A browser that keeps no cookie would not find its code on the page again.
  if (isLink && !isKnown) return showPage(deps, request, reply, { ...visit, openPix: charge }, undefined);
  return seeOther(reply, id, shown);
}

/** Charges a card. Its number and security code are in this request alone. */
async function payByCard(deps: Deps, request: PageRequest, reply: FastifyReply, visit: Visit): Promise<FastifyReply> {
  const { id, tenant, visitor, choice } = visit;
  const card = readCardForm(request.body, asksTaxId(visit));
  const client = deps.limits.clientOf(request.ip);
  const lastFour = card.number.slice(-4);
  // A fingerprint of the whole form would be the number to whoever tries them all.
  const keyed = formCall(request, visit, 'card', lastFour, String(card.installmentCount), choice.coupon ?? '');
  const asked = { tenant, checkoutId: id, ...card, coupons: couponsOf(choice.coupon), visitor, client };
  const { charge } = await deps.clients.checkouts.payCheckoutByCard(asked, keyed);
  if (!charge) return nothingToPay(deps, request, reply, visit);
  if (charge.failure) {
    const isIrreversible = charge.failure.declineClass === 'DECLINE_CLASS_IRREVERSIBLE';
    return showAgain(deps, request, reply, visit, declinedProblem(isIrreversible));
  }
  return afterPayment(reply, visit, charge);
}

/** Back to the page, which shows what was agreed, or a Pix code that is to be paid. */
async function afterSubscribing(
  deps: Deps,
  request: PageRequest,
  reply: FastifyReply,
  visit: Visit,
  subscribed: Subscribed,
): Promise<FastifyReply> {
  if ('problem' in subscribed) return showAgain(deps, request, reply, visit, subscribed.problem);
  const { subscriptionId: subscription } = subscribed;
  return seeOther(reply, visit.id, { ...visit.choice, coupon: undefined, subscription, isDone: true });
}

/** Dev mode: pays what is shown, by the method that is shown. */
async function simulate(deps: Deps, request: PageRequest, reply: FastifyReply, visit: Visit): Promise<FastifyReply> {
  const { id, tenant, visitor, choice } = visit;
  const { subscriptionId: subscription } = await deps.clients.checkouts.simulateCheckoutPayment(
    {
      tenant,
      id,
      method: `PAYMENT_METHOD_${visit.method}`,
      coupons: couponsOf(choice.coupon),
      installmentCount: 1,
      late: false,
      visitor,
      chargeId: readChargeId(request.body),
    },
    pageCall(request),
  );
  return seeOther(reply, id, { ...choice, coupon: undefined, subscription, isDone: true });
}

/** Back to the page, which says that it was paid; a browser that cannot be known there sees the receipt. */
function afterPayment(reply: FastifyReply, { id, isLink, isKnown, choice }: Visit, charge: Charge): FastifyReply {
  if (isLink && !isKnown) return reply.redirect(`/receipts/${encodeURIComponent(charge.id)}`, 303);
  return seeOther(reply, id, { ...choice, coupon: undefined, isDone: true });
}

/** Coupons have paid it all. Of a link there is nothing that a later visit could find: it is said here. */
async function nothingToPay(
  deps: Deps,
  request: PageRequest,
  reply: FastifyReply,
  visit: Visit,
): Promise<FastifyReply> {
  if (visit.isLink) {
    const files = await freeFiles(deps, request, visit);
    const content = paidLinkPage({ ...visit, files }, {});
    return sendPage(reply, 200, { ...content, goesTo: visit.checkout.completionUrl });
  }
  return seeOther(reply, visit.id, { ...visit.choice, isDone: true });
}

type FormWork = (visit: Visit) => Promise<FastifyReply>;

/** Runs what a form asks for; a refusal shows the page again with its sentence. */
function forms(deps: Deps) {
  return async (request: PageRequest, reply: FastifyReply, work: FormWork, method?: MethodName) => {
    return runForm(deps, request, reply, await openVisit(deps, request, reply, { method }), work);
  };
}

async function runForm(
  deps: Deps,
  request: PageRequest,
  reply: FastifyReply,
  visit: Visit,
  work: FormWork,
): Promise<FastifyReply> {
  try {
    // A coupon of the address that cannot be used any more is said before anything is paid without it. A form that
    // subscribes takes it along: sent again, it may itself have used the coupon up.
    if (visit.problem && !visit.isSubscription) return await showPage(deps, request, reply, visit, visit.problem);
    await deps.limits.form(request.ip, visit.id);
    return await work(visit);
  } catch (error) {
    const problem = problemOf(error, request.id);
    if (!problem) throw error;
    if (problem.status >= 500) {
      const route = request.routeOptions.url;
      deps.log.warn({ err: error, requestId: request.id, route }, 'a form of a payment page did not work');
    }
    return showAgain(deps, request, reply, visit, problem);
  }
}

/** The page as it is now, which may have changed since the form was shown. */
async function showAgain(
  deps: Deps,
  request: PageRequest,
  reply: FastifyReply,
  { choice: { method }, visitor }: Visit,
  problem: PayProblem,
): Promise<FastifyReply> {
  return showPage(deps, request, reply, await openVisit(deps, request, reply, { method, visitor }), problem);
}

async function showPage(
  deps: Deps,
  request: PageRequest,
  reply: FastifyReply,
  visit: Visit,
  problem: PayProblem | undefined,
): Promise<FastifyReply> {
  const charge = await shownCharge(deps, request, visit);
  const sent = problem?.mayHaveWorked === true ? sentFormId(request.body) : undefined;
  const formId = sent ?? deps.ids.token(formIdLength);
  const view = { visit, charge, problem, formId, kept: keptValues(request.body) };
  const content = hasSubscriptionPage(visit) ? subscriptionPage(view) : payPage(view);
  if (problem?.retryAfterSeconds !== undefined) void reply.header('retry-after', problem.retryAfterSeconds);
  return sendPage(reply, problem?.status ?? 200, {
    ...content,
    sendsItself: sendsItself(view),
    watch: watchOf(visit, charge),
    goesTo: completionOf(visit, charge),
  });
}

const formIdLength = 32;

function seeOther(reply: FastifyReply, id: string, choice: PayChoice): FastifyReply {
  return reply.redirect(payAddress(id, choice), 303);
}
