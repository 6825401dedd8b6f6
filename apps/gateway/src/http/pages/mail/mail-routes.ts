import { required, tenantFromWire, type GetMailLinkResponse } from '@pitanga/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../../deps';
import type { Api } from '../../edge/api';
import { html } from '../html/html';
import { sendNotice, sendPage } from '../html/layout';
import { pageCall } from '../html/public-page';
import { chooseLanguage } from '../words/language';
import { mailWords } from '../words/mail-words';
import { deadLinkNotice } from '../words/notices';

const params = Type.Object({ token: Type.String({ pattern: '^[0-9A-Za-z]{43}$' }) });
const publicMailPage = { config: { permission: 'public' }, schema: { params, hide: true } } as const;

/** Of the links to a subscription's pages, from when the mail was written. */
const payerLinkMs = 30 * 86_400_000;
/** A one-click request of a mail client has a body of a few bytes. */
const bodyBytesMax = 1_024;

/**
 * Where the links of mail lead: the way out of a kind of mail (docs/behaviour/mail.md#opt-out), and the pages of a
 * subscription's payer: its charges, and the form for another card. Webhooks knows what a link belongs to.
 */
export async function mailRoutes(app: Api, deps: Deps): Promise<void> {
  await app.register((scope: Api) => {
    acceptOneClick(scope);
    optOutRoutes(scope, deps);
    payerRedirects(scope, deps);
    return Promise.resolve();
  });
}

/** RFC 8058 lets mail clients send the one field in either form; what it says is always the same. */
function acceptOneClick(app: Api): void {
  app.addContentTypeParser(
    'multipart/form-data',
    { bodyLimit: bodyBytesMax, parseAs: 'string' },
    (_request, _body, done) => {
      done(null, {});
    },
  );
}

function optOutRoutes(app: Api, { clients }: Deps): void {
  const path = '/mail/:token/opt-out';
  const find = async (request: FastifyRequest<{ Params: { token: string } }>): Promise<GetMailLinkResponse> =>
    await clients.mails.getMailLink({ token: request.params.token }, pageCall(request));

  // Mail filters open every link: only the button changes something.
  app.get(path, publicMailPage, async (request, reply) => {
    const shown = toShown(request, await find(request));
    return (request.query as Readonly<Record<string, unknown>>)['done'] === '1'
      ? sendDone(reply, shown)
      : sendQuestion(reply, shown);
  });

  app.post(path, publicMailPage, async (request, reply) => {
    const link = await find(request);
    await clients.mails.optOutOfMail({ token: request.params.token }, pageCall(request));
    if (isOneClick(request)) return sendDone(reply, toShown(request, link));
    return reply.redirect(`/mail/${request.params.token}/opt-out?done=1`, 303);
  });
}

/** RFC 8058: a mail client's request is not led elsewhere. Our own form sends nothing. */
function isOneClick({ body, headers }: FastifyRequest): boolean {
  const isMultipart = headers['content-type']?.startsWith('multipart/form-data') === true;
  return isMultipart || (body as Readonly<Record<string, unknown>> | null)?.['List-Unsubscribe'] !== undefined;
}

type Shown = ReturnType<typeof toShown>;

function sendQuestion(reply: FastifyReply, { kind, store, words, isTest }: Shown): FastifyReply {
  const body = html`<h1>${words.title}</h1>
    <p>${words.question(kind, store)}</p>
    <form method="post"><button class="button main" type="submit">${words.stop}</button></form>`;
  return sendPage(reply, 200, { title: words.title, isTest, body });
}

function sendDone(reply: FastifyReply, { kind, store, words, isTest }: Shown): FastifyReply {
  const body = html`<h1>${words.doneTitle}</h1>
    <p role="status">${words.done(kind, store)}</p>`;
  return sendPage(reply, 200, { title: words.doneTitle, isTest, body });
}

function toShown(request: FastifyRequest, { kind, senderName: store, tenant }: GetMailLinkResponse) {
  const words = mailWords[chooseLanguage(request)];
  return { kind: words.kinds[kind] ?? '', store, words, isTest: required(tenant, 'tenant').devMode };
}

/** The gateway signs the way to each page itself, so that webhooks needs no key of it. */
function payerRedirects(app: Api, { clients, cardLinks, clock }: Deps): void {
  for (const page of ['card', 'subscription'] as const) {
    app.get(`/mail/:token/${page}`, publicMailPage, async (request, reply): Promise<FastifyReply> => {
      const link = await clients.mails.getMailLink({ token: request.params.token }, pageCall(request));
      const { subscriptionId } = link;
      const now = clock.real();
      const ageMs = now.getTime() - required(link.createdAt, 'created_at').getTime();
      if (subscriptionId === undefined || ageMs > payerLinkMs) return sendNotice(reply, 404, deadLinkNotice);
      const target = { tenant: tenantFromWire(link.tenant), subscriptionId };
      const manage = cardLinks.manageAddress(target, now);
      // The reader of the mail may see and cancel it, too.
      const address =
        page === 'card' ? `${cardLinks.cardAddress(target, now)}?back=${String(manage.split('/').at(-1))}` : manage;
      return reply.header('referrer-policy', 'no-referrer').header('cache-control', 'no-store').redirect(address, 303);
    });
  }
}
