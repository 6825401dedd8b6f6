import { required, type Charge } from '@pitanga/contracts';
import { toTenant } from '@pitanga/core';
import type { MethodName } from '@pitanga/records';
import type { FastifyReply } from 'fastify';
import { readFormFailure } from '../forms/form-failure';
import { fieldsOnPage } from '../forms/card-inputs';
import { keptValues, sentFormId } from '../forms/form-input';
import type { PayProblem } from '../forms/form-problems';
import { nameBuyer, proveReceipt } from '../buyers/buyer-cookie';
import type { FieldsOnPage } from '../html/card-fields-on-page';
import { sendPage } from '../html/layout';
import { isWalletForm } from './wallet-form';
import { showsStripeWallets } from './wallet-part';
import { payAddress, type PayChoice } from './pay-choice';
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

/** Runs a form; a refusal shows the page again with a sentence. */
export async function runForm(exchange: Exchange, visit: Visit, work: FormWork): Promise<FastifyReply> {
  const { deps, request } = exchange;
  try {
    // A coupon of the address that has become invalid is refused before the payer pays without it. A form that
    // subscribes sends it along: a repeat of the form may have used the coupon up itself.
    if (visit.problem && !visit.isSubscription) return await showPage(exchange, visit, visit.problem);
    await deps.limits.form(request.ip, visit.id);
    return await work(visit);
  } catch (error) {
    const problem = readFormFailure(deps, exchange, error, 'a form of a payment page did not work');
    return showAgain(exchange, visit, problem);
  }
}

/** The page as it is now, which may have changed since the form was shown. */
export async function showAgain(
  exchange: Exchange,
  { choice: { method }, visitor }: Visit,
  problem: PayProblem,
): Promise<FastifyReply> {
  return showPage(exchange, await openVisit(exchange, { method, visitor }), problem);
}

const formIdLength = 32;

export async function showPage(
  { deps, request, reply }: Exchange,
  visit: Visit,
  problem: PayProblem | undefined,
): Promise<FastifyReply> {
  const charge = await shownCharge(deps, request, visit);
  const sent = problem?.mayHaveWorked === true ? sentFormId(request.body) : undefined;
  const formId = sent ?? deps.ids.token(formIdLength);
  const { storeId, devMode } = required(visit.tenant, 'tenant');
  const now = { store: deps.clock.now(toTenant(storeId, devMode)), real: deps.clock.real() };
  const kept = keptValues(request.body);
  const isWallet = isWalletForm({ request });
  const view = { visit, charge, problem, formId, kept, now, isWallet, language: visit.language };
  const shown = hasSubscriptionPage(visit) ? subscriptionPage(view) : payPage(view);
  const content = { ...shown, preview: payPreview(visit, deps.publicUrl) };
  if (problem?.retryAfterSeconds !== undefined) void reply.header('retry-after', problem.retryAfterSeconds);
  return sendPage(reply, problem?.status ?? 200, {
    ...content,
    watch: pageWatch(visit, charge),
    goesTo: completionRedirect(visit, charge),
    fields: shownFields(visit, deps.stripeScriptUrl),
  });
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
