import { required } from '@pitanga/contracts';
import type { Deps } from '../../../deps';
import type { Api } from '../../edge/api';
import { callContext } from '../../edge/request';
import { sendNotFound, sendNotice, sendPage } from '../html/layout';
import { publicPage } from '../html/public-page';
import { faceOf } from '../html/face';
import { languageOf } from '../words/language';
import { noReceiptNotice } from '../words/notices';
import { payoutReceiptPage, receiptPage } from './receipt-page';

/** Receipts of payments and payouts, and the PDF of a boleto. */
export function receiptRoutes(app: Api, deps: Pick<Deps, 'clients' | 'stores'>): void {
  const { clients } = deps;

  app.get('/receipts/:id', publicPage, async (request, reply) => {
    const seen = await clients.charges.resolveCharge(request.params, callContext(request));
    const { charge, merchantName, files } = seen;
    const face = await faceOf(deps, required(seen.tenant, 'tenant').storeId, merchantName);
    const page = receiptPage(required(charge, 'charge'), { language: languageOf(request), face, files });
    return page ? sendPage(reply, 200, page) : sendNotFound(reply);
  });

  app.get('/receipts/payouts/:id', publicPage, async (request, reply) => {
    const { payout } = await clients.payouts.resolvePayout(request.params, callContext(request));
    const page = payoutReceiptPage(required(payout, 'payout'), languageOf(request));
    if (page) return sendPage(reply, 200, page);
    return sendNotice(reply, 404, noReceiptNotice);
  });

  app.get('/boletos/:id', publicPage, async (request, reply) => {
    const { pdf, url } = await clients.charges.resolveBoletoPdf(request.params, callContext(request));
    // The address is a secret of its payer: no proxy may keep a copy.
    if (url !== undefined) return reply.header('cache-control', 'private, no-store').redirect(url, 302);
    return reply
      .type('application/pdf')
      .header('content-disposition', `inline; filename="boleto-${request.params.id}.pdf"`)
      .header('cache-control', 'private, no-store')
      .header('x-content-type-options', 'nosniff')
      .send(pdf);
  });
}
