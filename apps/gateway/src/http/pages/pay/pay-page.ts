import type { Charge, Checkout } from '@pitanga/contracts';
import { cents, formatBrl } from '@pitanga/core';
import type { CheckoutStatusName, MethodName } from '@pitanga/records';
import { fileLink } from '../files/file-link';
import { alertBox, buttonForm, link, wrong } from '../forms/form-fields';
import { html, type Html } from '../html/html';
import type { PageContent } from '../html/layout';
import { payAddress } from './pay-choice';
import { boletoPart, cardPart, pixPart, type MethodView } from './pay-methods';
import type { Visit } from './pay-visit';

interface State {
  readonly text: string;
  readonly tone: '' | 'wait' | 'good';
}

const states: Readonly<Record<CheckoutStatusName, State>> = {
  PENDING: { text: 'Aguardando pagamento', tone: 'wait' },
  ACTIVE: { text: 'Aguardando pagamento', tone: 'wait' },
  PAID: { text: 'Pago', tone: 'good' },
  EXPIRED: { text: 'Expirado', tone: '' },
  CANCELLED: { text: 'Cancelado', tone: '' },
  REFUNDED: { text: 'Reembolsado', tone: '' },
};

const methodTexts: Readonly<Record<MethodName, string>> = { PIX: 'Pix', BOLETO: 'Boleto', CARD: 'Cartão' };
const methodParts: Readonly<Record<MethodName, (view: MethodView) => Html>> = {
  PIX: pixPart,
  BOLETO: boletoPart,
  CARD: cardPart,
};

/** The payment page in its current state. */
export function payPage(view: MethodView): PageContent {
  const { visit, charge } = view;
  const paid = visit.payment?.status === 'CHARGE_STATUS_PENDING' ? undefined : visit.payment;
  const settled = paid ?? (charge?.status === 'CHARGE_STATUS_PAID' ? charge : undefined);
  if (visit.isLink && settled) return paidLinkPage(visit, settled);
  const { checkout } = visit;
  const { status } = visit.record;
  const isWaiting = visit.isOpen && visit.payment !== undefined;
  // A link's visitor has coupons on the charge only.
  const total = visit.isLink && charge ? charge.amountCents : checkout.amountCents;
  const codes = checkout.couponsUsed.length === 0 ? (charge?.coupons ?? []) : checkout.couponsUsed;
  const state = isWaiting ? ({ text: 'Em processamento', tone: 'wait' } as const) : states[status];
  const hasProblem = visit.isOpen && !isWaiting && view.problem !== undefined;
  return page(visit, { total, state, hasProblem }, [
    summary(visit, total, codes),
    isWaiting ? waitingPart(visit) : visit.isOpen ? openPart(view) : html``,
    status === 'PAID' ? paidLinks(visit, checkout.receiptUrl) : html`${link(checkout.returnUrl, 'Voltar', 'quiet')}`,
  ]);
}

/** The page of a visitor who has paid a link, or whose coupons covered it. Other visitors do not see it. */
export function paidLinkPage(
  visit: Visit,
  { receiptUrl, paidAmountCents }: Partial<Pick<Charge, 'receiptUrl' | 'paidAmountCents'>>,
): PageContent {
  const { id, choice } = visit;
  const total = paidAmountCents ?? 0;
  const again = payAddress(id, { ...choice, coupon: undefined, boleto: undefined }, 'again');
  return page(visit, { total, state: states.PAID, hasProblem: false }, [
    html`${paidLinks(visit, receiptUrl)} ${buttonForm(again, 'Fazer outro pagamento')}`,
  ]);
}

function page(
  { merchantName, checkout }: Visit,
  { total, state, hasProblem }: { readonly total: number; readonly state: State; readonly hasProblem: boolean },
  parts: readonly Html[],
): PageContent {
  const title = `Pagamento para ${merchantName}`;
  const body = html`<h1>${merchantName}</h1>
    <p class="total">${formatBrl(cents(total))}</p>
    <p class="state ${state.tone}">${state.text}</p>
    ${parts}`;
  return { title: hasProblem ? `Erro: ${title}` : title, isTest: checkout.devMode, body };
}

/** The items with their prices, and the discount. */
function summary({ checkout, choice }: Visit, total: number, codes: readonly string[]): Html {
  const gross = checkout.items.reduce((sum, item) => sum + item.unitPriceCents * item.quantity, 0);
  const isBrief = checkout.skipReview || choice.skipReview;
  if (isBrief && gross === total) return html``;
  return html`<ul>
    ${isBrief ? [] : checkout.items.map(itemLine)} ${gross > total ? discountLine(gross - total, codes) : undefined}
  </ul>`;
}

export function itemLine(item: Checkout['items'][number]): Html {
  return html`<li>
    ${item.quantity} × ${item.name}
    <span>${formatBrl(cents(item.unitPriceCents * item.quantity))}</span>
  </li>`;
}

function discountLine(off: number, codes: readonly string[]): Html {
  return html`<li class="off">
    ${codes.length === 0 ? 'Desconto' : `Desconto (${codes.join(', ')})`}
    <span>${formatBrl(cents(-off))}</span>
  </li>`;
}

function waitingPart({ id, choice, payment }: Visit): Html {
  const again = html`<a class="button main" href="${payAddress(id, { ...choice, isDone: true })}">Atualizar</a>`;
  if (payment?.actionUrl === undefined) {
    return html`<p class="soft" role="status">
        Seu pagamento com cartão está sendo processado. Não é preciso pagar de novo.
      </p>
      ${again}`;
  }
  const { pathname } = new URL(payment.actionUrl);
  return html`<p class="soft" role="status">Seu banco pede que você confirme o pagamento com cartão.</p>
    ${link(pathname, 'Confirmar no banco', 'main')} ${buttonForm(pathname, 'Pagar de outra forma', { abandon: '1' })}`;
}

function openPart(view: MethodView): Html {
  const { visit, formId } = view;
  const { checkout, choice, id, method } = visit;
  if (visit.isLink && checkout.amountCents === 0) {
    return html`<p class="soft">O cupom cobre o valor total.</p>
      ${buttonForm(payAddress(id, choice, 'free'), 'Concluir sem pagar', { form: formId })}`;
  }
  if (visit.methods.length === 0) return html`${alertBox(view.problem)} ${nothingAvailable}`;
  return html`${alertBox(view.problem)} ${couponPart(view)} ${tabs(visit)}
    <section aria-labelledby="method">
      <h2 id="method">${methodTexts[method]}</h2>
      ${methodParts[method](view)}
    </section>
    ${checkout.devMode ? simulation(view) : undefined}`;
}

/** For a checkout whose methods all lack a provider. */
export const nothingAvailable = html`<p class="alert" role="status">
  Nenhuma forma de pagamento está disponível agora. Fale com a loja.
</p>`;

export function tabs({ id, methods, method, choice }: Visit): Html | undefined {
  if (methods.length === 1) return undefined;
  return html`<nav aria-label="Forma de pagamento">
    ${methods.map(
      (name) =>
        html`<a
          href="${payAddress(id, { ...choice, method: name })}"
          ${name === method ? html`aria-current="page"` : undefined}
          >${methodTexts[name]}</a
        >`,
    )}
  </nav>`;
}

export function couponPart({ visit, problem, kept }: MethodView): Html | undefined {
  const { checkout, choice, id, proposedCoupon } = visit;
  if (!checkout.allowCoupons) return undefined;
  const isOpen = problem?.field === 'coupon' || proposedCoupon !== undefined;
  return html`<details ${isOpen ? html`open` : undefined}>
    <summary>Tenho um cupom</summary>
    <form method="post" action="${payAddress(id, { ...choice, coupon: undefined }, 'coupons')}">
      <label
        >Código do cupom
        <input
          name="coupon"
          value="${kept.coupon ?? proposedCoupon}"
          autocomplete="off"
          autocapitalize="none"
          maxlength="50"
          required
          ${wrong('coupon', problem)}
        />
      </label>
      <button class="button quiet" type="submit">Aplicar cupom</button>
    </form>
  </details>`;
}

/** Dev mode: pays what is shown, by the method that is shown. */
function simulation({ visit, charge }: MethodView): Html | undefined {
  const { id, choice, method } = visit;
  // With a coupon the code of a link must be created first.
  if (method !== 'CARD' && choice.coupon !== undefined) return undefined;
  const shown: Readonly<Record<string, string>> = charge ? { charge: charge.id } : {};
  return buttonForm(payAddress(id, choice, 'simulate'), 'Simular pagamento', shown);
}

function paidLinks({ files, checkout }: Visit, receiptUrl: string | undefined): Html {
  const { completionUrl, returnUrl } = checkout;
  return html`${files.map(fileLink)} ${link(receiptUrl, 'Ver comprovante')}
  ${link(completionUrl ?? returnUrl, 'Voltar à loja', 'main')}`;
}
