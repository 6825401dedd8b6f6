import formbody from '@fastify/formbody';
import { isAppError } from '@pitanga/core';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps';
import type { Api } from '../edge/api';
import { describeFailure } from '../edge/errors/errors';
import { tellWhenToRetry } from '../edge/errors/failure-handlers';
import { fileRoutes, imagePath } from './files/file-routes';
import { retryAfterOf, waitText } from './forms/form-problems';
import { homePage } from './home-page';
import { sendNotFound, sendNotice, sendPage } from './html/layout';
import { payRoutes } from './pay/pay-routes';
import { receiptRoutes } from './receipts/receipt-routes';
import { cardRoutes } from './subscription-card/card-routes';

/**
 * The pages a payer opens by an unguessable address: payment, receipt and the files that were bought. They are plain HTML that
 * works everywhere, with one small script where a page waits for something. A GET writes nothing.
 */
export async function pagesRoutes(app: Api, deps: Deps): Promise<void> {
  await app.register(formbody, { bodyLimit: formBytesMax });
  app.setErrorHandler(pageErrorHandler(deps));
  app.addHook('onRequest', async ({ routeOptions, ip }) => {
    // Shops show pictures on their own pages, where one visitor loads many.
    if (routeOptions.url !== imagePath) await deps.limits.page(ip);
  });

  app.get('/', { config: { permission: 'public' }, schema: { hide: true } }, (_request, reply) =>
    sendPage(reply, 200, homePage),
  );

  for (const route of payRoutes) route(app, deps);
  receiptRoutes(app, deps);
  cardRoutes(app, deps);
  fileRoutes(app, deps);
}

/** The longest form has half a dozen lines. */
const formBytesMax = 16_384;

/** The same statuses as everywhere, as a page in the payer's language. */
function pageErrorHandler({ log }: Deps) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { status } = describeFailure(error, request.id);
    if (status >= 500) log.error({ err: error, requestId: request.id, route: request.routeOptions.url }, 'page failed');
    // An address that no id can have leads nowhere, like one that none has.
    if (status === 404 || isValidation(error)) return sendNotFound(reply);
    tellWhenToRetry(reply, error);
    if (status === 429) {
      const wait = waitText((isAppError(error) ? retryAfterOf(error) : undefined) ?? 60);
      return sendNotice(reply, status, 'Muitos acessos em pouco tempo', `Aguarde ${wait} e tente de novo.`);
    }
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
