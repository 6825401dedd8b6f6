import { constants } from 'node:zlib';
import compress, { type FastifyCompressOptions } from '@fastify/compress';
import formbody from '@fastify/formbody';
import { isAppError } from '@pitanga/core';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps';
import type { Api } from '../edge/api';
import { describeFailure } from '../edge/errors/errors';
import { setRetryAfter } from '../edge/errors/failure-handlers';
import { assetPath, assetRoutes } from './assets/asset-routes';
import { boletoRoutes } from './boletos/boleto-routes';
import { cardActionRoutes } from './card-actions/card-action-routes';
import { cardFieldsRoutes } from './card-fields/fields-routes';
import { fileRoutes, imagePath } from './files/file-routes';
import { readRetryAfter } from './forms/form-problems';
import { homePage } from './home-page';
import { devMailRoutes } from './dev-mail/dev-mail-routes';
import { sendNotFound, sendNotice, sendPage } from './html/layout';
import { setPageCookie } from './html/page-cookie';
import { mailRoutes } from './mail/mail-routes';
import { previewImagePath } from './html/preview';
import { portalRoutes } from './portal/portal-routes';
import { payRoutes } from './pay/pay-routes';
import { iconPath, pictureRoutes } from './pictures/picture-routes';
import { receiptRoutes } from './receipts/receipt-routes';
import { cardRoutes } from './subscription-card/card-routes';
import { manageRoutes } from './subscription-card/manage-routes';
import { askedLanguage, languageCookie } from './words/language';
import { failedNotice, notAvailableNotice, storeClosedNotice, tooManyNotice } from './words/notices';

/**
 * The pages that payers open: payment, receipts and files. Plain HTML that works without
 * scripts, and one small module that makes it live. A GET writes nothing.
 */
export async function pagesRoutes(app: Api, deps: Deps): Promise<void> {
  await app.register(formbody, { bodyLimit: formBytesMax });
  await app.register(compress, compression);
  app.setErrorHandler(pageErrorHandler(deps));
  app.addHook('onRequest', async ({ routeOptions, ip }) => {
    // Shops embed images, and one visitor loads many; our own cost nothing.
    if (!unlimitedPaths.has(routeOptions.url)) await deps.limits.page(ip);
  });
  app.addHook('onRequest', (request, reply, done) => {
    keepLanguage(request, reply, deps);
    done();
  });

  app.get('/', { config: { permission: 'public' }, schema: { hide: true } }, (_request, reply) =>
    sendPage(reply, 200, homePage),
  );

  for (const route of payRoutes) route(app, deps);
  receiptRoutes(app, deps);
  boletoRoutes(app, deps);
  pictureRoutes(app);
  cardRoutes(app, deps);
  manageRoutes(app, deps);
  portalRoutes(app, deps);
  cardActionRoutes(app, deps);
  cardFieldsRoutes(app, deps);
  fileRoutes(app, deps);
  assetRoutes(app);
  await mailRoutes(app, deps);
  if (deps.devMailDirectory !== undefined) devMailRoutes(app, deps.devMailDirectory);
}

const unlimitedPaths: ReadonlySet<string | undefined> = new Set([imagePath, iconPath, previewImagePath, assetPath]);

/** Pages are sent once each, so the cheap levels; merchants' files are sent as they are. */
const compression = {
  encodings: ['br', 'gzip'],
  threshold: 1_024,
  customTypes: /^text\/(?:html|javascript)|^image\/svg/,
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  globalDecompression: false,
} satisfies FastifyCompressOptions;

const languageMaxAgeSeconds = 31_536_000;

/** A language chosen by `?lang=` holds for the pages that follow. */
function keepLanguage(request: FastifyRequest, reply: FastifyReply, deps: Pick<Deps, 'publicUrl'>): void {
  const value = askedLanguage(request);
  if (value === undefined) return;
  setPageCookie(reply, deps, { name: languageCookie, value, path: '/', maxAgeSeconds: languageMaxAgeSeconds });
}

/** The longest form has six fields. */
const formBytesMax = 16_384;

/** The statuses of the API, as a page in the payer's language. */
function pageErrorHandler({ log, clock }: Deps) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { status } = describeFailure(error, request.id);
    if (status >= 500) log.error({ err: error, requestId: request.id, route: request.routeOptions.url }, 'page failed');
    // A malformed id is a 404, like an unknown one.
    if (status === 404 || isValidation(error)) return sendNotFound(reply);
    setRetryAfter(reply, error);
    if (isAppError(error) && error.reason === 'STORE_CLOSED') return sendNotice(reply, status, storeClosedNotice);
    if (status === 429) {
      const seconds = (isAppError(error) ? readRetryAfter(error) : undefined) ?? 60;
      return sendNotice(reply, status, tooManyNotice(seconds, clock.real()));
    }
    return sendNotice(reply, status, status < 500 ? notAvailableNotice : failedNotice(request.id));
  };
}

function isValidation(error: unknown): boolean {
  return (error as Partial<FastifyError>).validation !== undefined;
}
