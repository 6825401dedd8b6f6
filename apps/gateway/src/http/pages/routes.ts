import formbody from '@fastify/formbody';
import { required } from '@pitanga/contracts';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps';
import type { Api } from '../api';
import { describeFailure } from '../errors';
import { callContext } from '../request';
import { cardRoutes } from './card-routes';
import { fileRoutes } from './file-routes';
import { sendNotice, sendPage } from './layout';
import { payRoutes } from './pay-routes';
import { payoutReceiptRoutes } from './payout-receipt';
import { publicPage } from './public-page';
import { receiptPage } from './receipt-page';

/**
 * The pages a payer opens by an unguessable address: payment, receipt and the files that were bought. They are plain HTML without
 * scripts, so they work everywhere.
 */
export async function pagesRoutes(app: Api, deps: Deps): Promise<void> {
  const { clients } = deps;
  await app.register(formbody, { bodyLimit: formBytesMax });
  app.setErrorHandler(pageErrorHandler(deps));

  payRoutes(app, deps);

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

  payoutReceiptRoutes(app, deps);
  cardRoutes(app, deps);
  fileRoutes(app, deps);
}

/** The longest form has half a dozen lines. */
const formBytesMax = 16_384;

const notFoundNotice = ['Não encontramos esta página', 'Confira se o endereço está completo.'] as const;

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
