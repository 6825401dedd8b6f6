import { required } from '@pitanga/contracts';
import { cardDeclined } from '@pitanga/core';
import { subscriptionRecord } from '@pitanga/records';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../../deps';
import { storeClosed } from '../../../stores/store-errors';
import type { Api } from '../../edge/api';
import { goToAction } from '../buyers/buyer-cookie';
import { findFailure, leaveFailure } from '../forms/failed-form';
import { readFormFailure } from '../forms/form-failure';
import { fieldsOnPage } from '../forms/card-inputs';
import { keptValues, readCardForm, readProviderCardForm } from '../forms/form-input';
import { sendNotice, sendPage, type PageContent } from '../html/layout';
import { pageCall } from '../html/public-page';
import { readFace } from '../html/face';
import { chooseLanguage } from '../words/language';
import { deadLinkNotice } from '../words/notices';
import type { CardLink } from './card-links';
import { cardPage, endedPage, replacedPage, type CardView } from './card-page';

const params = Type.Object({ token: Type.String({ pattern: '^[0-9A-Za-z_.-]{1,128}$' }) });
const querystring = Type.Object({ replaced: Type.Optional(Type.Literal('1')) });
const path = '/subscriptions/:token/card';
const publicCardPage = { config: { permission: 'public' }, schema: { params, querystring, hide: true } } as const;

/** The page behind a signed link, on which a payer replaces the card of a subscription. */
export function cardRoutes(app: Api, deps: Deps): void {
  app.get(path, publicCardPage, async (request, reply) => {
    const view = await openCard(deps, request, request.params.token);
    if (!view) return sendNotice(reply, 404, deadLinkNotice);
    if (view.isEnded) return sendPage(reply, 200, endedPage(view));
    if (request.query.replaced === '1') return sendPage(reply, 200, replacedPage(view));
    return sendPage(reply, 200, formPage(deps, { ...view, ...findFailure(deps, request, view.address) }));
  });

  app.post(path, publicCardPage, async (request, reply) => {
    const view = await openCard(deps, request, request.params.token);
    if (!view) return sendNotice(reply, 404, deadLinkNotice);
    if (view.isEnded) return reply.redirect(buildAddress(view), 303);
    try {
      await deps.limits.form(request.ip, view.link.subscriptionId);
      const actionUrl = await replaceCard(deps, request, view);
      // Through our page to the bank.
      if (actionUrl !== undefined) return await goToAction(deps, reply, actionUrl);
    } catch (error) {
      const problem = readFormFailure(deps, request, error, 'the form of a card page did not work');
      const failed = { problem, kept: keptValues(request.body) };
      const notice = leaveFailure(deps, reply, view.address, failed);
      return await reply.redirect(buildAddress(view, { notice }), 303);
    }
    // After a redirect, a reload does not send the card again.
    return reply.redirect(buildAddress(view, { replaced: '1' }), 303);
  });
}

interface OpenedCard extends CardView {
  readonly link: CardLink;
  /** The subscription charges nothing any more. */
  readonly isEnded: boolean;
}

/** Of the page, with the way back that it was opened with. */
function buildAddress(
  { address, back }: Pick<CardView, 'address' | 'back'>,
  more: Record<string, string> = {},
): string {
  const query = new URLSearchParams({ ...more, ...(back !== undefined && { back }) });
  return query.size === 0 ? address : `${address}?${query.toString()}`;
}

/** The link of the subscription's page, if this one was opened from there: its own link does not open it. */
function readBack(
  { cardLinks, clock }: Deps,
  request: FastifyRequest,
  { subscriptionId }: CardLink,
): string | undefined {
  const { back } = request.query as Readonly<Record<string, unknown>>;
  if (typeof back !== 'string') return undefined;
  return cardLinks.openManage(back, clock.real())?.subscriptionId === subscriptionId ? back : undefined;
}

/** Undefined for an invalid or expired link. */
async function openCard(deps: Deps, request: FastifyRequest, token: string): Promise<OpenedCard | undefined> {
  const { cardLinks, clients, clock, stores } = deps;
  const link = cardLinks.open(token, clock.real());
  if (!link) return undefined;
  const { tenant, subscriptionId: id } = link;
  if (await stores.isClosed(tenant.storeId)) throw storeClosed();
  const { subscription } = await clients.subscriptions.getSubscription({ tenant, id }, pageCall(request));
  const record = subscriptionRecord(required(subscription, 'subscription'));
  const { merchantName, cardFields } = await clients.checkouts.resolveCheckout(
    { id: record.checkoutId },
    pageCall(request),
  );
  const address = `/subscriptions/${token}/card`;
  return {
    link,
    subscription: record,
    face: await readFace(deps, tenant.storeId, merchantName),
    language: chooseLanguage(request),
    cardFields,
    address,
    back: readBack(deps, request, link),
    isEnded: record.status !== 'ACTIVE',
    kept: {},
    problem: undefined,
  };
}

/** The form, with the provider's own fields where it has some. */
function formPage({ stripeScriptUrl }: Deps, view: CardView): PageContent {
  return { ...cardPage(view), fields: fieldsOnPage(view.cardFields, stripeScriptUrl) };
}

/**
 * In dev mode the card's number and security code exist in this request only; in production never here. Answers the page
 * on which the holder confirms the card first, if the bank asks for that.
 */
async function replaceCard(
  { clients }: Deps,
  request: FastifyRequest,
  { link: { tenant, subscriptionId: id }, cardFields }: OpenedCard,
): Promise<string | undefined> {
  const card = cardFields ? readProviderCard(request.body) : readOwnCard(request.body);
  const { id: cardToken } = await clients.cards.createCardToken({ tenant, ...card }, pageCall(request));
  const { actionUrl, declineCode } = await clients.subscriptions.updateCard(
    { tenant, id, cardToken, canConfirm: true },
    pageCall(request),
  );
  if (declineCode !== undefined) throw cardDeclined(declineCode);
  return actionUrl;
}

function readOwnCard(body: unknown) {
  const { number, expMonth, expYear, cvv, holderName } = readCardForm(body, false);
  return { number, expMonth, expYear, cvv, holderName };
}

function readProviderCard(body: unknown) {
  const { paymentMethod, holderName } = readProviderCardForm(body, false);
  return { number: '', expMonth: 0, expYear: 0, cvv: '', holderName, paymentMethod };
}
