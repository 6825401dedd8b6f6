import { required } from '@pitanga/contracts';
import type { Deps } from '../../../deps';
import type { Api } from '../../edge/api';
import { callContext } from '../../edge/request';
import { sendNotFound, sendNotice, sendPage } from '../html/layout';
import { publicPage } from '../html/public-page';
import { payoutReceiptPage, receiptPage } from './receipt-page';

/** Receipts of payments and payouts, and the PDF of a boleto. */
export function receiptRoutes(app: Api, { clients }: Pick<Deps, 'clients'>): void {
  app.get('/receipts/:id', publicPage, async (request, reply) => {
    const { charge, merchantName, files } = await clients.charges.resolveCharge(request.params, callContext(request));
    const page = receiptPage(required(charge, 'charge'), merchantName, files);
    return page ? sendPage(reply, 200, page) : sendNotFound(reply);
  });

  app.get('/receipts/payouts/:id', publicPage, async (request, reply) => {
    const { payout } = await clients.payouts.resolvePayout(request.params, callContext(request));
    const page = payoutReceiptPage(required(payout, 'payout'));
    if (page) return sendPage(reply, 200, page);
    return sendNotice(reply, 404, 'Não encontramos esta página', 'Este pagamento ainda não tem comprovante.');
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
