import { required, type Checkout, type GetUpcomingResponse } from '@pitanga/contracts';
import { isAppError, orAbsent } from '@pitanga/core';
import { subscriptionRecord } from '@pitanga/records';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../../deps';
import type { Api } from '../../edge/api';
import { proveReceipt } from '../buyers/buyer-cookie';
import { findFailure, leaveFailure } from '../forms/failed-form';
import { readFormFailure } from '../forms/form-failure';
import { readFace } from '../html/face';
import { sendNotice, sendPage } from '../html/layout';
import { pageCall } from '../html/public-page';
import { chooseLanguage } from '../words/language';
import { deadLinkNotice } from '../words/notices';
import type { ManageLink } from './card-links';
import { cancelPage, managePage, type ManageView } from './manage-page';

const params = Type.Object({ token: Type.String({ pattern: '^[0-9A-Za-z_.-]{1,128}$' }) });
const publicManagePage = { config: { permission: 'public' }, schema: { params, hide: true } } as const;
const path = '/subscriptions/:token';

const cyclesShown = 12;

type ManageRequest = FastifyRequest<{ Params: { token: string } }>;

/**
 * The pages behind the signed link of a subscription's payer: its charges, and its cancellation. They open for a closed
 * store too: its payers may still cancel.
 */
export function manageRoutes(app: Api, deps: Deps): void {
  app.get(path, publicManagePage, async (request, reply) => {
    const view = await openManaged(deps, request);
    return view ? sendPage(reply, 200, managePage(view)) : sendNotice(reply, 404, deadLinkNotice);
  });

  app.get(`${path}/cancel`, publicManagePage, async (request, reply) => {
    const view = await openManaged(deps, request);
    if (!view) return sendNotice(reply, 404, deadLinkNotice);
    if (!canCancel(view)) return reply.redirect(view.address, 303);
    const problem = findFailure(deps, request, `${view.address}/cancel`)?.problem;
    return sendPage(reply, 200, cancelPage({ ...view, problem }));
  });

  app.post(`${path}/cancel`, publicManagePage, async (request, reply) => {
    const link = deps.cardLinks.openManage(request.params.token, deps.clock.real());
    if (!link) return sendNotice(reply, 404, deadLinkNotice);
    try {
      await deps.limits.form(request.ip, link.subscriptionId);
      await cancel(deps, request, link);
    } catch (error) {
      const problem = readFormFailure(deps, request, error, 'a payer could not cancel a subscription');
      const page = `/subscriptions/${request.params.token}/cancel`;
      return await reply.redirect(`${page}?notice=${leaveFailure(deps, reply, page, { problem, kept: {} })}`, 303);
    }
    return reply.redirect(`/subscriptions/${request.params.token}`, 303);
  });
}

function canCancel({ subscription: { status, cancelAt } }: ManageView): boolean {
  return status === 'ACTIVE' && cancelAt === null;
}

/** One that is cancelled already is what was asked for: a form sent twice changes nothing. */
async function cancel({ clients }: Deps, request: ManageRequest, { tenant, subscriptionId: id }: ManageLink) {
  const when = (request.body as Readonly<Record<string, unknown>> | undefined)?.['when'];
  try {
    await clients.subscriptions.cancelSubscription({ tenant, id, atPeriodEnd: when !== 'now' }, pageCall(request));
  } catch (error) {
    if (!isAppError(error) || error.kind !== 'NOT_FOUND') throw error;
  }
}

/** Undefined for an invalid or expired link. */
async function openManaged(deps: Deps, request: ManageRequest): Promise<ManageView | undefined> {
  const { cardLinks, clients, clock } = deps;
  const { token } = request.params;
  const link = cardLinks.openManage(token, clock.real());
  if (!link) return undefined;
  const { tenant, subscriptionId: id } = link;
  const call = pageCall(request);
  const { subscription } = await clients.subscriptions.getSubscription({ tenant, id }, call);
  const record = subscriptionRecord(required(subscription, 'subscription'));
  const { cycles } = await clients.subscriptions.listCycles({ tenant, id, page: { limit: cyclesShown } }, call);
  const seen = await clients.checkouts.resolveCheckout({ id: record.checkoutId, subscriptionId: id }, call);
  const start = seen.subscription?.subscriptionId === id ? seen.subscription : undefined;
  const isActive = record.status === 'ACTIVE';
  const hasCard = isActive && record.method === 'CARD' && !(await deps.stores.isClosed(tenant.storeId));
  return {
    subscription: record,
    face: await readFace(deps, tenant.storeId, seen.merchantName),
    language: chooseLanguage(request),
    product: await findProduct(deps, request, link, record.productId, seen.checkout),
    card: hasCard ? (await clients.agreements.getAgreementCard({ tenant, subscriptionId: id }, call)).card : undefined,
    cycles,
    first: cycles.length < cyclesShown ? start?.charge : undefined,
    upcoming: isActive ? await findUpcoming(deps, request, link) : undefined,
    now: clock.now(tenant),
    address: `/subscriptions/${token}`,
    // It ends with this link.
    cardAddress: hasCard ? `${new URL(cardLinks.cardAddress(link, link.issuedAt)).pathname}?back=${token}` : undefined,
    receiptAddress: (chargeId) => proveReceipt(deps, `/receipts/${chargeId}`),
    dueAddress: start?.dueCheckoutId === undefined ? undefined : `/pay/${start.dueCheckoutId}`,
    problem: undefined,
  };
}

/** By its name of now, which a change of plan makes another than that of the start. */
async function findProduct(
  { clients }: Deps,
  request: ManageRequest,
  { tenant }: ManageLink,
  id: string,
  atStart: Checkout | undefined,
): Promise<string> {
  const [item] = atStart?.items ?? [];
  if (item?.productId === id) return item.name;
  const found = await orAbsent(clients.products.getProduct({ tenant, id }, pageCall(request)));
  return found?.product?.name ?? '';
}

/** Undefined for one that has ended since it was read. */
async function findUpcoming(
  { clients }: Deps,
  request: ManageRequest,
  { tenant, subscriptionId: id }: ManageLink,
): Promise<GetUpcomingResponse | undefined> {
  return orAbsent(clients.subscriptions.getUpcoming({ tenant, id }, pageCall(request)));
}
