import type { Charge, FileLink, Payout } from '@pitanga/contracts';
import { cents, formatBrl } from '@pitanga/core';
import { payoutRecord, transparentRecord, type ChargeStatusName, type MethodName } from '@pitanga/records';
import { fileLink } from '../files/file-link';
import { html, type Html } from '../html/html';
import type { PageContent } from '../html/layout';

const dateFormat = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Sao_Paulo',
  dateStyle: 'long',
  timeStyle: 'medium',
});

/** A charge in any other state has no receipt. */
const states: Readonly<Partial<Record<ChargeStatusName, string>>> = {
  PAID: 'Pago',
  REFUNDED: 'Reembolsado',
  UNDER_DISPUTE: 'Em disputa',
  CHARGED_BACK: 'Contestado',
};

const methodTexts: Readonly<Record<MethodName, string>> = { PIX: 'Pix', BOLETO: 'Boleto', CARD: 'Cartão' };

/**
 * The receipt of a paid charge, or undefined for an unpaid one. The payer's tax id is masked.
 * @param files download links of the purchase
 */
export function receiptPage(charge: Charge, merchantName: string, files: readonly FileLink[]): PageContent | undefined {
  const { id, method, status, amount, paidAmount, refundedAmount, description, devMode } = transparentRecord(charge);
  const state = states[status];
  if (state === undefined || charge.paidAt === undefined) return undefined;
  const body = html`<h1>Comprovante de pagamento</h1>
    <p class="total">${formatBrl(cents(paidAmount ?? amount))}</p>
    <p class="state ${status === 'PAID' ? 'good' : ''}">${state}</p>
    <dl>
      ${row('Recebedor', merchantName)} ${row('Data', dateFormat.format(charge.paidAt))}
      ${row('Reembolsado', refundedAmount === 0 ? undefined : formatBrl(cents(refundedAmount)))}
      ${row('Forma de pagamento', methodTexts[method])} ${row('Pagador', charge.payer?.name)}
      ${row('CPF/CNPJ do pagador', charge.payer?.maskedTaxId)} ${row('Descrição', description ?? undefined)}
      ${row('ID da transação Pix', charge.pix?.endToEndId)} ${row('ID da cobrança', id)}
    </dl>
    ${files.map(fileLink)}`;
  return { title: 'Comprovante de pagamento', isTest: devMode, body };
}

const payoutTitles = { WITHDRAW: 'Comprovante de saque', TRANSFER: 'Comprovante de Pix enviado' } as const;

/** The receipt of a payout, or undefined for one that is not COMPLETE. */
export function payoutReceiptPage(payout: Payout): PageContent | undefined {
  const { id, status, kind, amount, pix, endToEndIdentifier, devMode } = payoutRecord(payout);
  if (status !== 'COMPLETE') return undefined;
  const title = payoutTitles[kind];
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
