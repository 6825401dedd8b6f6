import type { CardFields } from '@pitanga/contracts';
import { cents, formatBrl } from '@pitanga/core';
import type { BillingCycleName, SubscriptionRecord } from '@pitanga/records';
import { cardFormAttribute, cardInputs } from '../forms/card-inputs';
import { alertBox, type FormState } from '../forms/form-fields';
import { html, type Html } from '../html/html';
import type { PageContent } from '../html/layout';

/** The content of the page that replaces the card of a subscription. */
export interface CardView extends Pick<FormState, 'kept' | 'problem'> {
  readonly subscription: SubscriptionRecord;
  readonly merchantName: string;
  /** The card provider's own fields; absent where our form takes the card. */
  readonly cardFields: CardFields | undefined;
  /** The address that the form is posted to. */
  readonly address: string;
}

const title = 'Cartão da assinatura';

const cycleTexts: Readonly<Record<BillingCycleName, string>> = {
  WEEKLY: 'por semana',
  MONTHLY: 'por mês',
  QUARTERLY: 'por trimestre',
  SEMIANNUALLY: 'por semestre',
  ANNUALLY: 'por ano',
};

const dayFormat = new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo', dateStyle: 'long' });

export function cardPage(view: CardView): PageContent {
  const { subscription, merchantName, problem } = view;
  const body = html`<h1>${merchantName}</h1>
    ${terms(subscription)} ${alertBox(problem)}
    <h2>Trocar o cartão</h2>
    ${cardForm(view)}
    <p class="soft">
      As próximas cobranças serão feitas no novo cartão. Se houver uma em aberto, ela é feita agora, no momento da
      troca.
    </p>`;
  return { title, isTest: subscription.devMode, body };
}

/** The page after the replacement. */
export function replacedPage({ subscription, merchantName }: Omit<CardView, 'kept' | 'problem'>): PageContent {
  const body = html`<h1>${merchantName}</h1>
    ${terms(subscription)}
    <p class="state good">Cartão atualizado</p>
    <p class="soft">As próximas cobranças serão feitas nele.</p>`;
  return { title, isTest: subscription.devMode, body };
}

/** The page of a subscription that has ended. */
export function endedPage({ subscription, merchantName }: Omit<CardView, 'kept' | 'problem'>): PageContent {
  const body = html`<h1>${merchantName}</h1>
    ${terms(subscription)}
    <p class="state">Assinatura cancelada</p>
    <p class="soft">Nada mais será cobrado.</p>`;
  return { title, isTest: subscription.devMode, body };
}

function terms({ amount, frequency, nextChargeAt }: SubscriptionRecord): Html {
  return html`<dl>
    <div>
      <dt>Assinatura</dt>
      <dd>${formatBrl(cents(amount))} ${cycleTexts[frequency.cycle]}</dd>
    </div>
    ${
      nextChargeAt === null
        ? undefined
        : html`<div>
            <dt>Próxima cobrança</dt>
            <dd>${dayFormat.format(new Date(nextChargeAt))}</dd>
          </div>`
    }
  </dl>`;
}

function cardForm(view: CardView): Html {
  return html`<form method="post" action="${view.address}" ${cardFormAttribute(view.cardFields)}>
    ${cardInputs(view.cardFields, view)}
    <button class="button main" type="submit">Trocar o cartão</button>
  </form>`;
}
