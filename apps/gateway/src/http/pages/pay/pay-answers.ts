import { required, type Charge } from '@pitanga/contracts';
import { toTenant } from '@pitanga/core';
import type { MethodName } from '@pitanga/records';
import type { FastifyReply } from 'fastify';
import { leaveFailure, type FailedForm } from '../forms/failed-form';
import { readFormFailure } from '../forms/form-failure';
import { fieldsOnPage } from '../forms/card-inputs';
import { keptValues, sentFormId } from '../forms/form-input';
import type { PayProblem } from '../forms/form-problems';
import { nameBuyer, proveReceipt } from '../buyers/buyer-cookie';
import type { FieldsOnPage } from '../html/card-fields-on-page';
import { sendPage } from '../html/layout';
import { showsStripeWallets } from './wallet-part';
import { payAddress, readChoice, type PayChoice } from './pay-choice';
import { paidLinkPage, payPage } from './pay-page';
import { payPreview } from './pay-preview';
import { completionRedirect, goesOnTo, pageWatch } from './pay-progress';
import { freeFiles, openVisit, type Exchange, type Visit } from './pay-visit';
import { shownCharge } from './shown-charge';
import { hasSubscriptionPage, subscriptionPage } from './subscription-page';

type FormWork = (visit: Visit) => Promise<FastifyReply>;

/** Opens the visit of a form's page and runs the form. */
export async function submitForm(exchange: Exchange, work: FormWork, method?: MethodName): Promise<FastifyReply> {
  return runForm(exchange, await openVisit(exchange, { method }), work);
}

/** Runs a form; a refusal leads back to the page, with a sentence. */
async function runForm(exchange: Exchange, visit: Visit, work: FormWork): Promise<FastifyReply> {
  const { deps, request } = exchange;
  try {
    // A coupon of the address that has become invalid is refused before the payer pays without it. A form that
    // subscribes sends it along: a repeat of the form may have used the coupon up itself.
    if (visit.problem && !visit.isSubscription) return await backToPage(exchange, visit, visit.problem);
    await deps.limits.form(request.ip, visit.id);
    return await work(visit);
  } catch (error) {
    const problem = readFormFailure(deps, request, error, 'a form of a payment page did not work');
    return backToPage(exchange, visit, problem);
  }
}

/**
 * Back to the page with what was wrong and what was typed: its address can be opened, shared and reloaded. A link's
 * visitor without cookies would lose the form's id, by which sending it again resumes: that one gets the page at once.
 */
export async function backToPage(exchange: Exchange, visit: Visit, problem: PayProblem): Promise<FastifyReply> {
  const { deps, request, reply } = exchange;
  const { id, choice, visitor, isLink, isKnown } = visit;
  const { method } = choice;
  const form = request.url.split('?', 1)[0]?.split('/').at(-1);
  const formId = problem.mayHaveWorked ? sentFormId(request.body) : undefined;
  const failed: FailedForm = { problem, kept: keptValues(request.body), form, formId };
  if (isLink && !isKnown && formId !== undefined) {
    return showPage(exchange, await openVisit(exchange, { method, visitor }), failed);
  }
  const notice = leaveFailure(deps, reply, `/pay/${id}`, failed);
  return seeOther(reply, id, { ...readChoice(request.query), method, isDone: false, notice });
}

const formIdLength = 32;

/** @param failed the form that led here, if one did */
export async function showPage(
  { deps, request, reply }: Exchange,
  visit: Visit,
  failed: FailedForm | undefined,
): Promise<FastifyReply> {
  const charge = await shownCharge(deps, request, visit);
  const shown = failed && isStillShown(visit, failed) ? failed : undefined;
  const formId = shown?.formId ?? deps.ids.token(formIdLength);
  const { storeId, devMode } = required(visit.tenant, 'tenant');
  const now = { store: deps.clock.now(toTenant(storeId, devMode)), real: deps.clock.real() };
  const problem = visit.problem ?? shown?.problem;
  const isWallet = shown?.form === 'wallet';
  const view = { visit, charge, problem, formId, kept: shown?.kept ?? {}, now, isWallet, language: visit.language };
  const page = hasSubscriptionPage(visit) ? subscriptionPage(view) : payPage(view);
  return sendPage(reply, 200, {
    ...page,
    preview: payPreview(visit, deps.publicUrl),
    watch: pageWatch(visit, charge),
    goesTo: completionRedirect(visit, charge),
    fields: shownFields(visit, deps.stripeScriptUrl),
  });
}

/** What is paid by now has nothing wrong with it, unless it was the offer that could not be taken. */
function isStillShown({ isOpen, payment, start }: Visit, { form, problem }: FailedForm): boolean {
  if (form === 'upsell' || problem.name === 'UPSELL_OVER') return true;
  return isOpen && !payment && !start;
}

function shownFields(visit: Visit, stripeScriptUrl: string): FieldsOnPage | undefined {
  const hasWallets = showsStripeWallets(visit);
  if (!showsCardFields(visit))
    return hasWallets ? fieldsOnPage(visit.cardFields, stripeScriptUrl, 'wallets') : undefined;
  return fieldsOnPage(visit.cardFields, stripeScriptUrl, hasWallets ? 'both' : 'fields');
}

/** Whether the page has a form with the card provider's own fields. */
function showsCardFields({ cardFields, method, methods, isOpen, payment, start }: Visit): boolean {
  return cardFields !== undefined && isOpen && !payment && !start && method === 'CARD' && methods.includes('CARD');
}

/** Coupons have paid everything. A link has nothing that a later visit could find, so its page is sent at once. */
export async function nothingToPay({ deps, request, reply }: Exchange, visit: Visit): Promise<FastifyReply> {
  if (visit.isLink) {
    return sendPaidLink({ deps, reply }, { ...visit, files: await freeFiles(deps, request, visit) }, undefined);
  }
  nameBuyer(deps, reply, `/pay/${visit.id}`, visit.id);
  return seeOther(reply, visit.id, { ...visit.choice, isDone: true });
}

/** The page of a link's payer, as the answer to the form that paid. */
export function sendPaidLink(
  { deps, reply }: Pick<Exchange, 'deps' | 'reply'>,
  visit: Visit,
  charge: Charge | undefined,
): FastifyReply {
  const own = { ...visit, isBuyer: true, receiptLink: (url: string | undefined) => proveReceipt(deps, url) };
  return sendPage(reply, 200, { ...paidLinkPage(own, charge), goesTo: goesOnTo(visit) });
}

export function seeOther(reply: FastifyReply, id: string, choice: PayChoice): FastifyReply {
  return reply.redirect(payAddress(id, choice), 303);
}
