import { orAbsent } from '@pitanga/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../../deps';
import type { Api } from '../../edge/api';
import { sendNotFound, sendNotice, sendPage } from '../html/layout';
import { isBuyer, nameBuyer } from '../buyers/buyer-cookie';
import { findChargeSubject } from '../buyers/charge-subject';
import { codeRoutes } from '../buyers/code-routes';
import { pdfReply } from '../html/pdf-reply';
import { pageCall, publicPage } from '../html/public-page';
import { chooseLanguage } from '../words/language';
import { noReceiptNotice } from '../words/notices';
import { receiptWords } from '../words/receipt-words';
import { readChargeReceipt, readPayoutReceipt, type FoundReceipt, type ReceiptDeps } from './read-receipt';
import { checkForm, checkPath, genuineReceipt, unknownReceipt } from './receipt-check-page';
import { receiptPage, type ReceiptLinks } from './receipt-page';
import { receiptPdf } from './receipt-pdf';

/** Receipts of payments and payouts as pages and PDF, and the page that checks them. */
export function receiptRoutes(app: Api, deps: Deps): void {
  app.get('/receipts/:id', publicPage, async (request, reply) => {
    const { id } = request.params;
    const path = `/receipts/${id}`;
    // The proof leaves the address at once: a receipt may be passed on.
    if (await isProved(deps, request, id)) {
      nameBuyer(deps, reply, path, id);
      return reply.redirect(path, 303);
    }
    const found = await readChargeReceipt(deps, request, id);
    if (!found) return sendNotFound(reply);
    const { files } = found;
    if (isBuyer(deps, request, id)) {
      const manageAddress = findManageAddress(deps, found);
      return sendReceipt(deps, reply, found, { pdfAddress: `${path}.pdf`, files, manageAddress });
    }
    const proofAddress = files.length > 0 ? `${path}/code` : undefined;
    const manageProof = found.subscriptionId === undefined ? undefined : `${path}/code`;
    return sendReceipt(deps, reply, found, { pdfAddress: `${path}.pdf`, files: [], proofAddress, manageProof });
  });

  app.get('/receipts/:id.pdf', publicPage, async (request, reply) => {
    const found = await readChargeReceipt(deps, request, request.params.id);
    return found ? sendPdf(reply, found) : sendNotFound(reply);
  });

  app.get('/receipts/payouts/:id', publicPage, async (request, reply) => {
    const found = await readPayoutReceipt(deps, request, request.params.id);
    if (found) return sendReceipt(deps, reply, found, { pdfAddress: `/receipts/payouts/${found.receipt.id}.pdf` });
    return sendNotice(reply, 404, noReceiptNotice);
  });

  app.get('/receipts/payouts/:id.pdf', publicPage, async (request, reply) => {
    const found = await readPayoutReceipt(deps, request, request.params.id);
    return found ? sendPdf(reply, found) : sendNotice(reply, 404, noReceiptNotice);
  });

  checkRoute(app, deps);
  codeRoutes(app, deps, '/receipts/:id', (request) => findChargeSubject(deps, request, 'receipts'));
}

/** The buyer alone sees and cancels the subscription that a receipt is of. */
function findManageAddress({ cardLinks, clock }: Deps, { facts, subscriptionId }: FoundReceipt): string | undefined {
  if (subscriptionId === undefined) return undefined;
  return new URL(cardLinks.manageAddress({ tenant: facts.tenant, subscriptionId }, clock.real())).pathname;
}

const checkQuerystring = Type.Object({
  id: Type.Optional(Type.String({ maxLength: 64 })),
  code: Type.Optional(Type.String({ maxLength: 40 })),
});
const checkConfig = {
  config: { permission: 'public' },
  schema: { querystring: checkQuerystring, hide: true },
} as const;

function checkRoute(app: Api, deps: ReceiptDeps): void {
  app.get(checkPath, checkConfig, async (request, reply) => {
    const { id, code } = request.query;
    const language = chooseLanguage(request);
    if (id === undefined || code === undefined) return sendPage(reply, 200, checkForm(language, { id, code }));
    const found = await readAnyReceipt(deps, request, id.trim());
    if (!found || !deps.receiptCodes.holds(found.facts, code)) {
      return sendPage(reply, 200, unknownReceipt(language, { id, code }));
    }
    return sendPage(reply, 200, genuineReceipt(found.receipt, found.merchantName));
  });
}

/** The receipt of a charge or payout; undefined where there is none. */
async function readAnyReceipt(
  deps: ReceiptDeps,
  request: FastifyRequest,
  id: string,
): Promise<FoundReceipt | undefined> {
  if (!/^[0-9A-Za-z_]{1,64}$/.test(id)) return undefined;
  return orAbsent((id.startsWith('tran_') ? readPayoutReceipt : readChargeReceipt)(deps, request, id));
}

function sendReceipt(
  { publicUrl }: ReceiptDeps,
  reply: FastifyReply,
  { receipt }: FoundReceipt,
  links: Omit<ReceiptLinks, 'publicUrl'>,
): FastifyReply {
  return sendPage(reply, 200, receiptPage(receipt, { ...links, publicUrl }));
}

/** Whether the address says, by a proof or by the link of a mail, that it is the buyer's. */
async function isProved(
  { buyerProofs, clients, clock }: ReceiptDeps,
  request: FastifyRequest,
  id: string,
): Promise<boolean> {
  const { key, mail } = request.query as Readonly<Record<string, unknown>>;
  if (typeof key === 'string') return buyerProofs.holds(id, key, clock.real());
  if (typeof mail !== 'string' || !mailToken.test(mail)) return false;
  const link = await orAbsent(clients.mails.getMailLink({ token: mail }, pageCall(request)));
  return link?.chargeId === id;
}

const mailToken = /^[0-9A-Za-z]{43}$/;

async function sendPdf(reply: FastifyReply, { receipt, facts }: FoundReceipt): Promise<FastifyReply> {
  const pdf = await receiptPdf(receipt, facts.at);
  return pdfReply(reply, `${receiptWords[receipt.language].pdfName}-${receipt.id}.pdf`).send(pdf);
}
