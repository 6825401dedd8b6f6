import { required, type Payout } from '@pitanga/contracts';
import { cents, formatBrl } from '@pitanga/core';
import { payoutRecord } from '@pitanga/records';
import type { Deps } from '../../../deps';
import type { Api } from '../../edge/api';
import { callContext } from '../../edge/request';
import { html, type Html } from '../html/html';
import { sendNotice, sendPage, type PageContent } from '../html/layout';
import { publicPage } from '../html/public-page';

const dateFormat = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Sao_Paulo',
  dateStyle: 'long',
  timeStyle: 'medium',
});

const titles = { WITHDRAW: 'Comprovante de saque', TRANSFER: 'Comprovante de Pix enviado' } as const;

/** The receipt of money that has left; only a COMPLETE payout has one. */
export function payoutReceiptRoutes(app: Api, { clients }: Pick<Deps, 'clients'>): void {
  app.get('/receipts/payouts/:id', publicPage, async (request, reply) => {
    const { payout } = await clients.payouts.resolvePayout(request.params, callContext(request));
    const page = payoutReceipt(required(payout, 'payout'));
    if (page) return sendPage(reply, 200, page);
    return sendNotice(reply, 404, 'Não encontramos esta página', 'Este pagamento ainda não tem comprovante.');
  });
}

function payoutReceipt(payout: Payout): PageContent | undefined {
  const { id, status, kind, amount, pix, endToEndIdentifier, devMode } = payoutRecord(payout);
  if (status !== 'COMPLETE') return undefined;
  const title = titles[kind];
  const body = html`<h1>${title}</h1>
    <p class="total">${formatBrl(cents(amount))}</p>
    <p class="state good">Enviado</p>
    <dl>
      ${row('Data', payout.updatedAt && dateFormat.format(payout.updatedAt))} ${row('Forma de pagamento', 'Pix')}
      ${row('Chave do recebedor', pix.key)} ${row('Descrição', payout.description)}
      ${row('ID da transação Pix', endToEndIdentifier ?? undefined)} ${row('ID do pagamento', id)}
    </dl>`;
  return { title, isTest: devMode, body };
}

function row(name: string, value: string | undefined): Html {
  if (value === undefined) return html``;
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`;
}
