import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps';
import type { Api } from '../../edge/api';
import { isBuyer } from '../buyers/buyer-cookie';
import { findChargeSubject } from '../buyers/charge-subject';
import { codeRoutes } from '../buyers/code-routes';
import { pdfReply } from '../html/pdf-reply';
import { pageCall, publicPage } from '../html/public-page';

/**
 * The PDF of a boleto, which names its payer, for the address that the API and mail give, and for the buyer whom the browser
 * proves. A visitor who has the id alone may prove to be the buyer, by a code (docs/behaviour/charges.md#boleto-address).
 */
export function boletoRoutes(app: Api, deps: Deps): void {
  app.get('/boletos/:id', publicPage, async (request, reply) => {
    const { id } = request.params;
    const key = isBuyer(deps, request, id) ? undefined : readKey(request);
    if (key === '') return reply.redirect(`/boletos/${id}/code`, 303);
    const { pdf, url } = await deps.clients.charges.resolveBoletoPdf({ id, key }, pageCall(request));
    return url === undefined ? pdfReply(reply, `boleto-${id}.pdf`).send(pdf) : leadTo(reply, url);
  });

  codeRoutes(app, deps, '/boletos/:id', (request) => findChargeSubject(deps, request, 'boletos'));
}

/** The one in the address; empty where it has none. */
function readKey({ query }: FastifyRequest): string {
  const { key = '' } = query as Readonly<Record<string, unknown>>;
  return typeof key === 'string' ? key : '';
}

/** No proxy may keep where the provider shows it. */
function leadTo(reply: FastifyReply, url: string): FastifyReply {
  return reply.header('cache-control', 'private, no-store').redirect(url, 302);
}
