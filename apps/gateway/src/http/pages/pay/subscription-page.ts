import { fromWire, type Checkout, type SubscriptionStart } from '@pitanga/contracts';
import { cents, formatBrl } from '@pitanga/core';
import { billingCycles, methodNames, type BillingCycleName, type MethodName } from '@pitanga/records';
import { alertBox, buttonForm, link } from '../forms/form-fields';
import { html, type Html } from '../html/html';
import type { PageContent } from '../html/layout';
import { payAddress } from './pay-choice';
import { asksTaxId, cardPart, payerFields, pixCode, pixPart, type MethodView } from './pay-methods';
import { couponPart, itemLine, nothingAvailable, tabs } from './pay-page';
import type { Visit } from './pay-visit';

const cycleWords: Readonly<Record<BillingCycleName, string>> = {
  WEEKLY: 'semana',
  MONTHLY: 'mês',
  QUARTERLY: 'trimestre',
  SEMIANNUALLY: 'semestre',
  ANNUALLY: 'ano',
};

/** The price of a cycle, as offered or as agreed. */
interface Plan {
  /** Centavos after coupons. */
  readonly amount: number;
  readonly coupons: readonly string[];
  /** `mês` */
  readonly cycle: string;
  readonly trialDays: number | undefined;
}

/**
 * True for an open subscription checkout and for a visitor who has subscribed; others see only the state of a deleted
 * one.
 */
export function hasSubscriptionPage({ isSubscription, isOpen, start }: Visit): boolean {
  return isSubscription && (isOpen || start !== undefined);
}

/** The page of a subscription checkout: its form, the Pix code that starts it, or the active subscription. */
export function subscriptionPage(view: MethodView): PageContent {
  const { visit, problem } = view;
  const { checkout, merchantName, start } = visit;
  const plan = toPlan(checkout, start);
  const title = `Assinatura em ${merchantName}`;
  const body = html`<h1>${merchantName}</h1>
    <p class="total">${formatBrl(cents(plan.amount))} <small>por ${plan.cycle}</small></p>
    ${stateBadge(plan, start)}
    <ul>
      ${checkout.items.map(itemLine)} ${discountLine(checkout, plan)}
    </ul>
    <p class="soft">${termsText(plan)}</p>
    ${alertBox(problem)} ${start ? startPart(view, start) : formPart(view)}`;
  return { title: problem ? `Erro: ${title}` : title, isTest: checkout.devMode, body };
}

function toPlan({ items, amountCents, couponsUsed, trialDays }: Checkout, start: SubscriptionStart | undefined): Plan {
  const cycle = fromWire('BILLING_CYCLE', billingCycles, items[0]?.cycle ?? '');
  const agreed = start ?? { amountCents, coupons: couponsUsed };
  return { amount: agreed.amountCents, coupons: agreed.coupons, cycle: cycleWords[cycle], trialDays };
}

function stateBadge({ trialDays }: Plan, start: SubscriptionStart | undefined): Html {
  if (start && isActive(start)) return html`<p class="state good">Assinatura ativa</p>`;
  if (start?.authorization) return html`<p class="state wait">Aguardando autorização</p>`;
  if (start) return html`<p class="state wait">Aguardando pagamento</p>`;
  if (trialDays === undefined) return html`<p class="state">Assinatura</p>`;
  return html`<p class="state good">${daysText(trialDays)} grátis</p>`;
}

function isActive({ status }: SubscriptionStart): boolean {
  return status === 'SUBSCRIPTION_START_STATUS_ACTIVE';
}

function discountLine({ items }: Checkout, { amount, coupons }: Plan): Html | undefined {
  const gross = items.reduce((sum, item) => sum + item.unitPriceCents * item.quantity, 0);
  if (gross === amount) return undefined;
  return html`<li class="off">
    Desconto em cada cobrança (${coupons.join(', ')})
    <span>${formatBrl(cents(amount - gross))}</span>
  </li>`;
}

/** The terms in one sentence. */
function termsText({ amount, cycle, trialDays }: Plan): string {
  const price = formatBrl(cents(amount));
  if (trialDays !== undefined) return `${daysText(trialDays)} grátis, depois ${price} por ${cycle}.`;
  return `${price} ao assinar e a cada ${cycle}, até a assinatura ser cancelada.`;
}

function daysText(days: number): string {
  return days === 1 ? '1 dia' : `${String(days)} dias`;
}

const methodTexts: Readonly<Record<MethodName, string>> = { PIX: 'Pix automático', BOLETO: 'Boleto', CARD: 'Cartão' };

function formPart(view: MethodView): Html {
  const { visit } = view;
  const { id, checkout, choice, method } = visit;
  const back = link(checkout.returnUrl, 'Voltar', 'quiet');
  if (visit.methods.length === 0) return html`${nothingAvailable} ${back}`;
  return html`${couponPart(view)} ${tabs(visit)}
    <section aria-labelledby="method">
      <h2 id="method">${methodTexts[method]}</h2>
      ${method === 'PIX' ? pixForm(view) : cardPart(view)}
    </section>
    ${checkout.devMode ? buttonForm(payAddress(id, choice, 'simulate'), 'Simular pagamento') : undefined} ${back}`;
}

function pixForm(view: MethodView): Html {
  const { visit, formId } = view;
  const { id, choice, checkout } = visit;
  const isFree = checkout.trialDays !== undefined || checkout.amountCents === 0;
  const how = isFree
    ? 'Nada é pago agora: você autoriza as próximas cobranças no aplicativo do seu banco.'
    : 'Você paga a primeira cobrança com um código Pix e autoriza as próximas no aplicativo do seu banco.';
  return html`<p class="soft">${how}</p>
    <form method="post" action="${payAddress(id, choice, 'subscribe')}">
      <input type="hidden" name="form" value="${formId}" />
      ${asksTaxId(visit) ? payerFields(view) : undefined}
      <button class="button main" type="submit">Assinar</button>
    </form>`;
}

/** The code that starts it: to pay, or to authorise alone. */
function codePart(view: MethodView, { authorization }: SubscriptionStart): Html {
  const { id, choice } = view.visit;
  if (!authorization) return pixPart(view);
  const done = payAddress(id, { ...choice, method: 'PIX', isDone: true });
  return html`<p class="soft">Nada é pago agora: o código autoriza as próximas cobranças.</p>
    ${pixCode(authorization, done, 'Já autorizei')}`;
}

/** Shown after the form was submitted. */
function startPart(view: MethodView, start: SubscriptionStart): Html {
  const { id, checkout, choice } = view.visit;
  if (isActive(start)) {
    const lastFour = start.charge?.card?.lastFour;
    const means = methodTexts[fromWire('PAYMENT_METHOD', methodNames, start.method)];
    const canRevoke = checkout.devMode && start.method === 'PAYMENT_METHOD_PIX';
    return html`<p class="soft">
        Forma de pagamento: ${lastFour === undefined ? means : `${means} com final ${lastFour}`}.
      </p>
      ${link(start.charge?.receiptUrl, 'Ver comprovante')}
      ${link(checkout.completionUrl ?? checkout.returnUrl, 'Voltar à loja', 'main')}
      ${canRevoke ? buttonForm(payAddress(id, choice, 'revoke'), 'Simular cancelamento no app do banco') : undefined}`;
  }
  const simulated = payAddress(id, { ...choice, method: 'PIX' }, 'simulate');
  const shown = { charge: start.charge?.id ?? '' };
  return html`${codePart(view, start)}
    ${checkout.devMode ? buttonForm(simulated, 'Simular pagamento', shown) : undefined}
    <a class="button quiet" href="${payAddress(id, { ...choice, subscription: undefined })}"
      >Escolher outra forma de pagamento</a
    >
    ${link(checkout.returnUrl, 'Voltar', 'quiet')}`;
}
