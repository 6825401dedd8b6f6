import formbody from '@fastify/formbody';
import { required, type Charge, type ResolveCheckoutResponse } from '@pitanga/contracts';
import { isAppError } from '@pitanga/core';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../deps';
import type { Api } from '../api';
import { describeFailure } from '../errors';
import { callContext } from '../request';
import { fileRoutes } from './file-routes';
import { sendNotice, sendPage } from './layout';
import { payPage } from './pay-page';
import { receiptPage } from './receipt-page';

const params = Type.Object({ id: Type.String({ pattern: '^[0-9A-Za-z_]{1,64}$' }) });
const publicPage = { config: { permission: 'public' }, schema: { params, hide: true } } as const;

/**
 * The pages a payer opens by an unguessable address: payment, receipt and the files that were bought. They are plain HTML without
 * scripts, so they work everywhere; the hosted payment page will take the same addresses over.
 */
export async function pagesRoutes(app: Api, deps: Deps): Promise<void> {
  const { clients } = deps;
  await app.register(formbody);
  app.setErrorHandler(pageErrorHandler(deps));

  app.get('/pay/:id', publicPage, async (request, reply) => {
    const resolved = await clients.checkouts.resolveCheckout({ id: request.params.id }, callContext(request));
    const charge = await openPix(deps, request, resolved);
    const checkout = required(resolved.checkout, 'checkout');
    return sendPage(reply, 200, payPage({ checkout, merchantName: resolved.merchantName, charge }));
  });

  app.post('/pay/:id/simulate', publicPage, async (request, reply) => {
    const { id } = request.params;
    const { tenant } = await clients.checkouts.resolveCheckout({ id }, callContext(request));
    // The page can collect by Pix only, whatever else the checkout accepts.
    await clients.checkouts.simulateCheckoutPayment(
      { tenant, id, method: 'PAYMENT_METHOD_PIX', coupons: [], installmentCount: 1, late: false },
      callContext(request),
    );
    return reply.redirect(`/pay/${encodeURIComponent(id)}`, 303);
  });

  app.get('/receipts/:id', publicPage, async (request, reply) => {
    const { charge, merchantName, files } = await clients.charges.resolveCharge(request.params, callContext(request));
    const page = receiptPage(required(charge, 'charge'), merchantName, files);
    return page ? sendPage(reply, 200, page) : sendNotice(reply, 404, ...notFoundNotice);
  });

  app.get('/boletos/:id', publicPage, async (request, reply) => {
    const { pdf } = await clients.charges.resolveBoletoPdf(request.params, callContext(request));
    // The address is a secret of its payer: nobody in between keeps a copy.
    return reply
      .type('application/pdf')
      .header('content-disposition', `inline; filename="boleto-${request.params.id}.pdf"`)
      .header('cache-control', 'private, no-store')
      .header('x-content-type-options', 'nosniff')
      .send(pdf);
  });

  fileRoutes(app, deps);
}

const notFoundNotice = ['Não encontramos esta página', 'Confira se o endereço está completo.'] as const;

/**
 * The one open Pix charge of a pending checkout. A checkout whose Pix cannot be opened now (no provider,
 * a service that is down) still has a page that shows its state.
 */
async function openPix(
  { clients, log }: Deps,
  request: FastifyRequest,
  { tenant, checkout }: ResolveCheckoutResponse,
): Promise<Charge | undefined> {
  const { id, status, methods } = required(checkout, 'checkout');
  const isOpen = status === 'CHECKOUT_STATUS_PENDING' || status === 'CHECKOUT_STATUS_ACTIVE';
  if (!isOpen || !methods.includes('PAYMENT_METHOD_PIX')) return undefined;
  try {
    const { charge } = await clients.checkouts.openCheckoutPix({ tenant, checkoutId: id }, callContext(request));
    return charge;
  } catch (error) {
    if (!isAppError(error) || error.kind === 'INTERNAL') throw error;
    log.warn({ err: error, requestId: request.id, checkoutId: id }, 'the Pix charge of a payment page was not opened');
    return undefined;
  }
}

/** The same statuses as everywhere, as a page in the payer's language. */
function pageErrorHandler({ log }: Deps) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { status } = describeFailure(error, request.id);
    if (status >= 500) log.error({ err: error, requestId: request.id, route: request.routeOptions.url }, 'page failed');
    // An address that no id can have leads nowhere, like one that none has.
    if (status === 404 || isValidation(error)) return sendNotice(reply, 404, ...notFoundNotice);
    const sentence =
      status < 500
        ? 'Esta operação não está disponível para este pagamento.'
        : `Tente de novo em alguns instantes (pedido ${request.id}).`;
    return sendNotice(reply, status, 'Não foi possível continuar', sentence);
  };
}

function isValidation(error: unknown): boolean {
  return (error as Partial<FastifyError>).validation !== undefined;
}
