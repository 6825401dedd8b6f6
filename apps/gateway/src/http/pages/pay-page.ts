import type { Charge, Checkout } from '@pitanga/contracts';
import { cents, formatBrl } from '@pitanga/core';
import { checkoutRecord, pictureUri, type CheckoutStatusName } from '@pitanga/records';
import { html, type Html } from './html';
import type { PageContent } from './layout';

/** What the payment page shows. */
export interface PayView {
  readonly checkout: Checkout;
  readonly merchantName: string;
  /** The open Pix charge; undefined when the checkout takes no payment by Pix now. */
  readonly charge: Charge | undefined;
}

const states: Readonly<Record<CheckoutStatusName, { readonly text: string; readonly tone: string }>> = {
  PENDING: { text: 'Aguardando pagamento', tone: 'wait' },
  ACTIVE: { text: 'Aguardando pagamento', tone: 'wait' },
  PAID: { text: 'Pago', tone: 'good' },
  EXPIRED: { text: 'Expirado', tone: '' },
  CANCELLED: { text: 'Cancelado', tone: '' },
  REFUNDED: { text: 'Reembolsado', tone: '' },
};

export function payPage({ checkout, merchantName, charge }: PayView): PageContent {
  const { status, amount, devMode } = checkoutRecord(checkout);
  const state = states[status];
  const isOpen = status === 'PENDING' || status === 'ACTIVE';
  const body = html`<h1>${merchantName}</h1>
    <p class="total">${formatBrl(cents(amount))}</p>
    <p class="state ${state.tone}">${state.text}</p>
    <ul>
      ${checkout.items.map(itemLine)}
    </ul>
    ${isOpen ? paymentPart(checkout, charge) : undefined} ${links(checkout, status)}`;
  return { title: `Pagamento para ${merchantName}`, isTest: devMode, body };
}

function itemLine(item: Checkout['items'][number]): Html {
  return html`<li>
    ${item.quantity} × ${item.name}
    <span>${formatBrl(cents(item.unitPriceCents * item.quantity))}</span>
  </li>`;
}

function paymentPart(checkout: Checkout, charge: Charge | undefined): Html {
  const { id, devMode } = checkout;
  return html`${charge?.pix ? pixPart(charge.pix) : html`<p class="soft">O pagamento por Pix não está disponível agora.</p>`}
    <a class="button" href="/pay/${id}">Já paguei</a>
    ${
      devMode
        ? html`<form method="post" action="/pay/${id}/simulate">
            <button class="button" type="submit">Simular pagamento</button>
          </form>`
        : undefined
    }`;
}

function pixPart(pix: NonNullable<Charge['pix']>): Html {
  const picture = pictureUri(pix.qrPng);
  return html`${picture === null ? undefined : html`<img class="qr" src="${picture}" alt="QR Code do Pix" width="240" height="240" />`}
    <p class="soft">Leia o QR Code no aplicativo do seu banco ou copie o código Pix:</p>
    <code class="code">${pix.brCode}</code>`;
}

function links({ receiptUrl, completionUrl, returnUrl }: Checkout, status: CheckoutStatusName): Html {
  if (status !== 'PAID') return link(returnUrl, 'Voltar');
  return html`${link(receiptUrl, 'Ver comprovante')} ${link(completionUrl ?? returnUrl, 'Voltar à loja')}`;
}

function link(url: string | undefined, text: string): Html {
  return url === undefined ? html`` : html`<a class="button" href="${url}" rel="noreferrer">${text}</a>`;
}
