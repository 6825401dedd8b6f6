import formbody from '@fastify/formbody';
import { isAppError } from '@pitanga/core';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps';
import type { Api } from '../edge/api';
import { describeFailure } from '../edge/errors/errors';
import { setRetryAfter } from '../edge/errors/failure-handlers';
import { cardActionRoutes } from './card-actions/card-action-routes';
import { fileRoutes, imagePath } from './files/file-routes';
import { readRetryAfter, waitText } from './forms/form-problems';
import { homePage } from './home-page';
import { sendNotFound, sendNotice, sendPage } from './html/layout';
import { payRoutes } from './pay/pay-routes';
import { receiptRoutes } from './receipts/receipt-routes';
import { cardRoutes } from './subscription-card/card-routes';

/**
 * The pages that payers open by an unguessable address: payment, receipts and files. Plain HTML, with one small script
 * on pages that wait for an event. A GET writes nothing.
 */
export async function pagesRoutes(app: Api, deps: Deps): Promise<void> {
  await app.register(formbody, { bodyLimit: formBytesMax });
  app.setErrorHandler(pageErrorHandler(deps));
  app.addHook('onRequest', async ({ routeOptions, ip }) => {
    // Shops embed images, and one visitor loads many.
    if (routeOptions.url !== imagePath) await deps.limits.page(ip);
  });

  app.get('/', { config: { permission: 'public' }, schema: { hide: true } }, (_request, reply) =>
    sendPage(reply, 200, homePage),
  );

  for (const route of payRoutes) route(app, deps);
  receiptRoutes(app, deps);
  cardRoutes(app, deps);
  cardActionRoutes(app, deps);
  fileRoutes(app, deps);
}

/** The longest form has six fields. */
const formBytesMax = 16_384;

/** The statuses of the API, as a page in the payer's language. */
function pageErrorHandler({ log }: Deps) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { status } = describeFailure(error, request.id);
    if (status >= 500) log.error({ err: error, requestId: request.id, route: request.routeOptions.url }, 'page failed');
    // A malformed id is a 404, like an unknown one.
    if (status === 404 || isValidation(error)) return sendNotFound(reply);
    setRetryAfter(reply, error);
    if (isAppError(error) && error.reason === 'STORE_CLOSED') {
      const sentence = 'Se você já pagou, seu pagamento será registrado. Em caso de dúvida, fale com a loja.';
      return sendNotice(reply, status, 'Esta loja não recebe mais pagamentos', sentence);
    }
    if (status === 429) {
      const wait = waitText((isAppError(error) ? readRetryAfter(error) : undefined) ?? 60);
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
