import type { CardReplacementStatus, ResumeCardPaymentResponse } from '@pitanga/contracts';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../../deps';
import type { Api } from '../../edge/api';
import { isBuyer, nameBuyer, proveReceipt } from '../buyers/buyer-cookie';
import { findChargeSubject } from '../buyers/charge-subject';
import { codeRoutes } from '../buyers/code-routes';
import { declinedName } from '../forms/form-problems';
import { sendNotice, sendPage } from '../html/layout';
import { pageCall, publicPage } from '../html/public-page';
import { payAddress, readChoice } from '../pay/pay-choice';
import { chooseLanguage } from '../words/language';
import { cardDeclinedNotice, cardKeptNotice, cardReplacedNotice, paymentEndedNotice } from '../words/notices';
import { askingPage, backPage, confirmPage, waitingPage } from './card-action-page';
import { isFramed, sendFramedAsking, sendFramedConfirm, sendFramedEnd } from './framed-action-page';

const querystring = Type.Object({ back: Type.Optional(Type.Literal('1')) });
const path = '/card-actions/:id';
const actionPage = { ...publicPage, schema: { ...publicPage.schema, querystring } } as const;

/**
 * The page through which a buyer confirms a card payment at the provider (3-D Secure): it sends the buyer there, and the
 * provider sends the buyer back. A GET reads and writes nothing; its form, which submits itself, asks what became of the
 * payment.
 */
export function cardActionRoutes(app: Api, deps: Deps): void {
  app.get(path, actionPage, (request, reply) => {
    const isBack = request.query.back === '1';
    if (isFramed(request)) return sendFramedAsking(reply, request.params.id, isBack);
    return sendPage(reply, 200, askingPage(request.params.id, isBack, chooseLanguage(request)));
  });

  app.post(path, actionPage, async (request, reply) => {
    const { id } = request.params;
    await deps.limits.form(request.ip, id);
    // Never from inside another page, which could lay something else over the button.
    const isOwn = isBuyer(deps, request, id);
    const asksEnd = (request.body as Record<string, unknown> | undefined)?.['abandon'] === '1';
    const abandon = isOwn && asksEnd && !isFramed(request);
    const state = await deps.clients.charges.resumeCardPayment({ id, abandon }, pageCall(request));
    const isBack = request.query.back === '1';
    if (isFramed(request)) {
      return state.actionUrl === undefined
        ? sendFramedEnd(reply, state)
        : sendFramedConfirm(reply, state.actionUrl, isBack);
    }
    if (state.actionUrl !== undefined) {
      // Not by a redirect of the form, which the page's own policy forbids.
      const goesTo = isBack ? undefined : { url: state.actionUrl, afterSeconds: 0 };
      const isTyped = state.charge?.card?.lastFour !== '';
      return sendPage(reply, 200, {
        ...confirmPage(id, { actionUrl: state.actionUrl, isBack, isOwn, isTyped }, chooseLanguage(request)),
        leaves: goesTo,
      });
    }
    if (state.replacement !== undefined) return showNewCard(reply, id, state.replacement);
    return showOutcome(deps, reply, id, { ...state, isOwn });
  });

  codeRoutes(app, deps, path, (request) => findChargeSubject(deps, request, 'card-actions', '?back=1'));
}

/** The link to the card's page is a secret that this page does not have, so that it goes nowhere. */
function showNewCard(reply: FastifyReply, id: string, status: CardReplacementStatus): FastifyReply {
  if (status === 'CARD_REPLACEMENT_STATUS_DONE') return sendNotice(reply, 200, cardReplacedNotice);
  if (status === 'CARD_REPLACEMENT_STATUS_REFUSED') return sendNotice(reply, 200, cardKeptNotice);
  return sendPage(reply, 200, waitingPage(id, chooseLanguage(reply.request)));
}

/** Back to the page that asked for the payment, or to the receipt of one that no page asked for. */
async function showOutcome(
  deps: Deps,
  reply: FastifyReply,
  id: string,
  state: ResumeCardPaymentResponse & { readonly isOwn: boolean },
): Promise<FastifyReply> {
  const { charge, checkoutId, subscriptionId, isDeclined, returnUrl, isOwn } = state;
  const hasEnded = charge !== undefined && charge.status !== 'CHARGE_STATUS_PENDING';
  if (returnUrl !== undefined && hasEnded) {
    const { hosts } = state.tenant ? await deps.stores.findWaysOut(state.tenant.storeId) : { hosts: [] };
    const leaving = { isTest: state.tenant?.devMode !== false, hosts };
    return sendPage(reply, 200, backPage(returnUrl, leaving, chooseLanguage(reply.request)));
  }
  const isPaid = charge ? charge.paidAt !== undefined : subscriptionId !== undefined;
  // A page that is paid again keeps where its payer came from.
  const choice = { ...readChoice({}), method: 'CARD', utms: charge?.utms } as const;
  if (isPaid && checkoutId !== undefined) {
    // For an offer, the page knows its buyer by what was paid first.
    if (isOwn && charge?.isUpsell !== true) nameBuyer(deps, reply, `/pay/${checkoutId}`, subscriptionId ?? id);
    return reply.redirect(payAddress(checkoutId, { ...choice, subscription: subscriptionId, isDone: true }), 303);
  }
  const receipt = `/receipts/${id}`;
  if (isPaid) return reply.redirect((isOwn ? proveReceipt(deps, receipt) : undefined) ?? receipt, 303);
  if (isDeclined && checkoutId !== undefined) {
    return reply.redirect(payAddress(checkoutId, { ...choice, notice: declinedName }), 303);
  }
  if (isDeclined) return sendNotice(reply, 200, cardDeclinedNotice);
  if (hasEnded) return sendNotice(reply, 200, paymentEndedNotice);
  return sendPage(reply, 200, waitingPage(id, chooseLanguage(reply.request)));
}
