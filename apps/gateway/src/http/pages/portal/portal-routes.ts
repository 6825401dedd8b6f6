import { required, type Portal } from '@pitanga/contracts';
import { isAppError, toTenant, type Tenant } from '@pitanga/core';
import { subscriptionRecord } from '@pitanga/records';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../../deps';
import type { Api } from '../../edge/api';
import { proveReceipt } from '../buyers/buyer-cookie';
import { portalSessionSeconds } from '../buyers/buyer-proofs';
import { backToCode, readCodeState } from '../buyers/code-state';
import { hasMail, mailCode, readCodeForm } from '../buyers/mail-code';
import { readNotice } from '../forms/failed-form';
import { readFace } from '../html/face';
import { readPageCookie, setPageCookie } from '../html/page-cookie';
import { sendPage } from '../html/layout';
import { pageCall } from '../html/public-page';
import { findSealed, leaveSealed } from '../html/sealed-cookie';
import { chooseLanguage } from '../words/language';
import { portalWords } from '../words/portal-words';
import {
  askForRefundPage,
  portalPage,
  portalSignInPage,
  type PortalSubscription,
  type PortalView,
} from './portal-page';
import { hashPortalToken } from './portal-tokens';

const params = Type.Object({ token: Type.String({ pattern: '^[0-9A-Za-z_-]{32}$' }) });
const publicPortal = { config: { permission: 'public' }, schema: { params, hide: true } } as const;
const path = '/portal/:token';

const subscriptionsShown = 20;

type PortalRequest = FastifyRequest<{ Params: { token: string } }>;

/** The page of an address, also without a session. */
interface OpenPortal extends PortalView {
  readonly portal: Portal;
  readonly tenant: Tenant;
}

/**
 * The page of a customer's purchases (docs/behaviour/customer-portal.md): a visitor with its address who reads the mail of
 * the purchase sees them for an hour. It opens for a closed store too.
 */
export function portalRoutes(app: Api, deps: Deps): void {
  app.get(path, publicPortal, async (request, reply) => {
    const open = await openPortal(deps, request);
    if (hasSession(deps, request, open)) {
      const problem = readNotice(request.query) === notBack ? portalWords[open.language].notBack : undefined;
      return sendPage(reply, 200, portalPage({ ...(await readPurchases(deps, request, open)), problem }));
    }
    return askWho(deps, request, reply, open);
  });

  askForRefundRoutes(app, deps);

  app.get(`${path}/code`, publicPortal, (request, reply) => reply.redirect(`/portal/${request.params.token}`, 303));

  app.post(`${path}/code`, publicPortal, async (request, reply) => {
    const open = await openPortal(deps, request);
    const { id } = open.portal;
    await deps.limits.form(request.ip, id);
    const email = readText(request.body, 'email').slice(0, emailMax);
    const { ask, code } = readCodeForm(request.body);
    if (ask === undefined) return sendCode(deps, request, reply, { open, email });
    const outcome = deps.accessCodes.check({ ask, code }, id, deps.clock.real());
    if (outcome === 'ended') return backToCode(reply, open.address, { ask: undefined, problem: 'ended' });
    // Before the answer: a right code after too many tries is refused like a wrong one.
    await deps.limits.accessCode(ask);
    // No code was mailed where the e-mail is not the one of the purchase.
    const whose = { tenant: open.tenant, customerId: open.portal.customerId, typed: email };
    const isTheirs = outcome === 'right' && (await hasMail(deps, request, whose));
    if (!isTheirs) return backToCode(reply, open.address, { ask, problem: 'wrong' });
    beginSession(deps, reply, open);
    return reply.redirect(open.address, 303);
  });
}

/** A form sent twice, or after the store has decided, changes nothing. */
function askForRefundRoutes(app: Api, deps: Deps): void {
  const refundPath = `${path}/refund` as const;

  app.get(refundPath, publicPortal, async (request, reply) => {
    const open = await openPortal(deps, request);
    if (!hasSession(deps, request, open)) return reply.redirect(open.address, 303);
    const { charges, refundableIds } = await readCharges(deps, request, open);
    const charge = charges.find(({ id }) => id === readText(request.query, 'charge'));
    if (!charge || !refundableIds.includes(charge.id)) return reply.redirect(open.address, 303);
    return sendPage(reply, 200, askForRefundPage({ ...open, charge }));
  });

  app.post(refundPath, publicPortal, async (request, reply) => {
    const open = await openPortal(deps, request);
    await deps.limits.form(request.ip, open.portal.id);
    if (!hasSession(deps, request, open)) return reply.redirect(open.address, 303);
    const { tenant, portal } = open;
    const [chargeId, reason] = [readText(request.body, 'charge'), readText(request.body, 'reason').slice(0, reasonMax)];
    try {
      const asked = { tenant, portalId: portal.id, chargeId, reason };
      await deps.clients.refundRequests.askForRefund(asked, pageCall(request));
    } catch (error) {
      if (!isAppError(error) || !refusals.has(error.kind)) throw error;
      return reply.redirect(`${open.address}?notice=${notBack}`, 303);
    }
    return reply.redirect(open.address, 303);
  });
}

const reasonMax = 500;
const notBack = 'NOT_BACK';
/** What the store could not give back is no failure. */
const refusals: ReadonlySet<string> = new Set(['FAILED_PRECONDITION', 'NOT_FOUND']);

/** NOT_FOUND for an unknown address. */
async function openPortal(deps: Deps, request: PortalRequest): Promise<OpenPortal> {
  const { token } = request.params;
  const found = await deps.clients.portals.resolvePortal({ tokenHash: hashPortalToken(token) }, pageCall(request));
  const { storeId, devMode } = required(found.tenant, 'tenant');
  return {
    portal: required(found.portal, 'portal'),
    tenant: toTenant(storeId, devMode),
    face: await readFace(deps, storeId, found.merchantName),
    isTest: devMode,
    address: `/portal/${token}`,
    language: chooseLanguage(request),
  };
}

function hasSession({ portalSessions, clock }: Deps, request: FastifyRequest, { portal }: OpenPortal): boolean {
  const proof = readPageCookie(request, 'portal');
  return proof !== undefined && portalSessions.holds(portal.id, proof, clock.real());
}

/** For this portal alone, by its id and its path. */
function beginSession(deps: Deps, reply: FastifyReply, { portal, address }: OpenPortal): void {
  const value = deps.portalSessions.of(portal.id, deps.clock.real());
  setPageCookie(reply, deps, { name: 'portal', value, path: address, maxAgeSeconds: portalSessionSeconds });
}

/** What the address says of a code; the e-mail that was typed is with its browser alone. */
async function askWho(deps: Deps, request: FastifyRequest, reply: FastifyReply, open: OpenPortal) {
  const { isOff } = await deps.clients.mails.getMailState({ isTest: open.isTest }, pageCall(request));
  const { ask, problem } = readCodeState(request.query);
  const typed = findSealed(deps, request, typedMail(open)) as TypedMail | undefined;
  const asked = ask !== undefined && typed ? { ask, email: typed.email } : undefined;
  return sendPage(reply, 200, portalSignInPage({ ...open, isOff, asked, problem }));
}

interface TypedMail {
  readonly email: string;
}
const typedMail = ({ address }: OpenPortal) => ({ name: 'typed', path: address });

/** The answer is the same whether or not this is the e-mail of the purchase. */
async function sendCode(
  deps: Deps,
  request: PortalRequest,
  reply: FastifyReply,
  { open, email }: { readonly open: OpenPortal; readonly email: string },
): Promise<FastifyReply> {
  const { portal, tenant, face } = open;
  await deps.limits.accessCodeMail(request.ip, portal.id);
  const asked = deps.accessCodes.start(deps.ids, portal.id, deps.clock.real());
  mailCode(deps, request, { tenant, face, customerId: portal.customerId, typed: email }, asked);
  leaveSealed(deps, reply, typedMail(open), { email } satisfies TypedMail);
  return backToCode(reply, open.address, { ask: asked.ask, problem: undefined });
}

const emailMax = 254;

function readText(fields: unknown, name: string): string {
  const value = ((fields ?? {}) as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'string' ? value : '';
}

const readCharges = ({ clients }: Deps, request: FastifyRequest, { tenant, portal }: OpenPortal) =>
  clients.portals.listPortalCharges({ tenant, id: portal.id }, pageCall(request));

async function readPurchases(
  deps: Deps,
  request: FastifyRequest,
  open: OpenPortal,
): Promise<Parameters<typeof portalPage>[0]> {
  const { portal, tenant } = open;
  const call = pageCall(request);
  const { customerId, checkoutId } = portal;
  const [{ charges, refundRequests, refundableIds }, { subscriptions }] = await Promise.all([
    readCharges(deps, request, open),
    deps.clients.subscriptions.listSubscriptions(
      { tenant, customerId, checkoutId, page: { limit: subscriptionsShown } },
      call,
    ),
  ]);
  return {
    ...open,
    charges,
    requests: refundRequests,
    refundableIds,
    subscriptions: subscriptions.map((message): PortalSubscription => {
      const link = { tenant, subscriptionId: message.id };
      const address = deps.cardLinks.manageAddress(link, deps.clock.real(), portalSessionSeconds * 1000);
      return { subscription: subscriptionRecord(message), address: new URL(address).pathname };
    }),
    receiptAddress: (chargeId) => proveReceipt(deps, `/receipts/${chargeId}`),
  };
}
