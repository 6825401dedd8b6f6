import type { Charge } from '@pitanga/contracts';
import type { FastifyReply } from 'fastify';
import { readChargeId, readContact, readPayerForm, readShownAmount, type Contact } from '../forms/form-input';
import { declinedProblem, formProblem } from '../forms/form-problems';
import { goToAction, nameBuyer, nameCardPayer, proveReceipt } from '../buyers/buyer-cookie';
import { pageCall } from '../html/public-page';
import { askedPayer, asksPixPayer, asksTaxId } from './asked-payer';
import { backToPage, nothingToPay, seeOther, sendPaidLink, showPage } from './pay-answers';
import { couponList, formCall } from './pay-form-call';
import { readVisitCard } from './visit-card';
import type { Exchange, Visit } from './pay-visit';
import type { Subscribed } from './subscribe-forms';

/** Makes the Pix code that the page shows. Only a POST makes one: a GET writes nothing. */
export async function openPix(exchange: Exchange, visit: Visit): Promise<FastifyReply> {
  const { deps, request, reply } = exchange;
  const { id, tenant, visitor, isLink, isKnown, isSubscription, choice } = visit;
  if (isSubscription) return seeOther(reply, id, choice);
  const payer = asksPixPayer(visit) ? readPayerForm(request.body, askedPayer(visit)) : undefined;
  const asked = { tenant, checkoutId: id, visitor, skipCustomer: choice.skipCustomer, payer, utms: choice.utms };
  const shown = { ...choice, method: 'PIX', coupon: undefined, isPixAsked: true } as const;
  if (choice.coupon !== undefined && visitor !== undefined) {
    if (!isKnown) throw formProblem('cookiesNeeded');
    const discounted = { ...asked, visitor, coupons: [choice.coupon] };
    await deps.clients.checkouts.openDiscountedPix(discounted, pageCall(request));
    return seeOther(reply, id, shown);
  }
  const { charge } = await deps.clients.checkouts.openCheckoutPix(asked, pageCall(request));
  // A code that was open before is everybody's who has the address; its buyer is whose form made it.
  if (charge && !isLink && !visit.openPix) nameBuyer(deps, reply, `/pay/${id}`, charge.id);
  // Without a cookie the visitor would not find the code on the page again.
  if (isLink && !isKnown) return showPage(exchange, { ...visit, openPix: charge }, undefined);
  return seeOther(reply, id, shown);
}

/** Charges a card. In dev mode its number and security code exist in this request only; in production never here. */
export async function payByCard(exchange: Exchange, visit: Visit): Promise<FastifyReply> {
  const { body } = exchange.request;
  const contact = asksTaxId(visit) ? readContact(body, askedPayer(visit)) : undefined;
  return chargeCard(exchange, visit, { ...readVisitCard(body, visit), contact });
}

/** Charges what a form made of a card, and shows what became of it. */
export async function chargeCard(
  exchange: Exchange,
  visit: Visit,
  { card, lastFour, contact }: ReturnType<typeof readVisitCard> & { readonly contact: Contact | undefined },
): Promise<FastifyReply> {
  const { deps, request, reply } = exchange;
  const { id, tenant, visitor, choice } = visit;
  const { utms } = choice;
  const client = deps.limits.hashClient(request.ip);
  // A fingerprint of the whole form would reveal the number by trying all numbers.
  const keyed = formCall(request, visit, 'card', lastFour, String(card.installmentCount), choice.coupon ?? '');
  const asked = {
    tenant,
    checkoutId: id,
    ...card,
    ...contact,
    coupons: couponList(choice.coupon),
    visitor,
    client,
    utms,
  };
  const { charge, actionUrl } = await deps.clients.checkouts.payCheckoutByCard(asked, keyed);
  if (!charge) return nothingToPay(exchange, visit);
  if (!visit.isLink) {
    nameBuyer(deps, reply, `/pay/${id}`, charge.id);
    nameCardPayer(deps, reply, `/pay/${id}`, charge.id);
  }
  if (actionUrl !== undefined) return goToAction(deps, reply, actionUrl);
  if (charge.failure) return backToPage(exchange, visit, declinedProblem(charge.failure));
  return showPaid(exchange, visit, charge);
}

/** Takes up the offer of the page, which may charge the card that is kept. */
export async function acceptUpsell({ deps, request, reply }: Exchange, visit: Visit): Promise<FastifyReply> {
  const { id, tenant, choice, mayTakeUpsell } = visit;
  if (!mayTakeUpsell) return seeOther(reply, id, choice);
  const asked = { tenant, checkoutId: id, shownAmountCents: readShownAmount(request.body) };
  const { charge } = await deps.clients.checkouts.acceptUpsell(asked, pageCall(request));
  if (charge?.boleto) nameBuyer(deps, reply, `/boletos/${charge.id}`, charge.id);
  if (charge?.actionUrl !== undefined) return goToAction(deps, reply, charge.actionUrl);
  return seeOther(reply, id, { ...choice, isDone: false });
}

/** Back to the page, which shows the payment. It would not know a link's payer without a cookie, who is answered here. */
function showPaid({ deps, reply }: Exchange, visit: Visit, charge: Charge): FastifyReply {
  const { id, isLink, isKnown, choice } = visit;
  if (!isLink || isKnown) return seeOther(reply, id, { ...choice, coupon: undefined, isDone: true });
  if (charge.status !== 'CHARGE_STATUS_PAID')
    return reply.redirect(proveReceipt(deps, `/receipts/${charge.id}`) ?? '/', 303);
  return sendPaidLink({ deps, reply }, visit, charge);
}

/** Back to the page, which shows the new subscription or the Pix code that starts it. */
export async function showSubscription(
  exchange: Exchange,
  visit: Visit,
  subscribed: Subscribed,
): Promise<FastifyReply> {
  if ('problem' in subscribed) return backToPage(exchange, visit, subscribed.problem);
  if ('actionUrl' in subscribed) return goToAction(exchange.deps, exchange.reply, subscribed.actionUrl);
  const { subscriptionId: subscription } = subscribed;
  nameBuyer(exchange.deps, exchange.reply, `/pay/${visit.id}`, subscription);
  // A Pix code that its payer has yet to see is not one that should have come by now.
  const isPixAsked = visit.choice.method === 'PIX';
  const choice = { ...visit.choice, coupon: undefined, subscription, isPixAsked, isDone: true };
  return seeOther(exchange.reply, visit.id, choice);
}

/** Dev mode: pays what is shown, by the method that is shown. */
export async function simulate({ deps, request, reply }: Exchange, visit: Visit): Promise<FastifyReply> {
  const { id, tenant, visitor, choice } = visit;
  const { subscriptionId: subscription, payments } = await deps.clients.checkouts.simulateCheckoutPayment(
    {
      tenant,
      id,
      method: `PAYMENT_METHOD_${visit.method}`,
      coupons: couponList(choice.coupon),
      installmentCount: 1,
      late: false,
      visitor,
      chargeId: readChargeId(request.body),
      utms: choice.utms,
    },
    pageCall(request),
  );
  const bought = subscription ?? payments[0]?.id;
  if (bought !== undefined && !visit.isLink) {
    nameBuyer(deps, reply, `/pay/${id}`, bought);
    if (visit.method === 'CARD') nameCardPayer(deps, reply, `/pay/${id}`, bought);
  }
  return seeOther(reply, id, { ...choice, coupon: undefined, subscription, isDone: true });
}
