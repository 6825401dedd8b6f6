import type { CardPrice } from '@pitanga/contracts';
import { cents } from '@pitanga/core';
import { wrong, wrongText, type FormState } from '../forms/form-fields';
import { html, type Html } from '../html/html';
import { formatMoney } from '../words/formats';
import type { Language } from '../words/language';
import { payWords } from '../words/pay-words';
import type { Visit } from './pay-visit';

const installmentsMax = 12;

type Offer = Pick<Visit, 'cardPrices' | 'checkout' | 'methods'>;

/**
 * The payer pays the fee of the card: for each number of installments what they pay in all, and what of it is above the
 * price, with the price by Pix beside it (docs/behaviour/money.md#passed-fees).
 */
export function cardPricesField(view: FormState & { readonly visit: Offer }): Html {
  const { visit, kept, problem, language } = view;
  const { cardPrices, checkout, methods } = visit;
  const words = payWords[language];
  const wanted = kept.installments?.split(':')[0];
  const chosen = cardPrices.find(({ installmentCount: count }) => String(count) === wanted) ?? cardPrices[0];
  return html`<fieldset ${wrong('installments', problem)}>
    <legend>${words.installments}</legend>
    ${cardPrices.map(
      (price) =>
        html`<label class="choice">
          <input
            type="radio"
            name="installments"
            value="${optionValue(price)}"
            ${price === chosen ? html`checked` : undefined}
          />
          <span>${installmentText(price, language)} <small>${allText(price, language)}</small></span>
        </label>`,
    )}
    ${methods.includes('PIX') ? html`<p class="soft">${words.byPix(formatMoney(cents(checkout.amountCents), language))}</p>` : undefined}
    ${wrongText('installments', view)}
  </fieldset>`;
}

/** The count, and what the payer has read, so that no other amount is charged. */
function optionValue({ installmentCount, amountCents }: CardPrice): string {
  return `${String(installmentCount)}:${String(amountCents)}`;
}

function installmentText({ installmentCount, firstInstallmentCents }: CardPrice, language: Language): string {
  const { once, times } = payWords[language];
  const amount = formatMoney(cents(firstInstallmentCents), language);
  return installmentCount === 1 ? once(amount) : times(installmentCount, amount);
}

function allText({ installmentCount, amountCents, surchargeCents }: CardPrice, language: Language): string {
  const { withSurcharge, allWithSurcharge } = payWords[language];
  const surcharge = formatMoney(cents(surchargeCents), language);
  if (installmentCount === 1) return withSurcharge(surcharge);
  return allWithSurcharge(formatMoney(cents(amountCents), language), surcharge);
}

/** What the button of the form says: the amount of the number that is chosen. */
export function chosenAmount(cardPrices: readonly CardPrice[], language: Language): Html {
  const { payAmount, pay } = payWords[language];
  return html`<span class="sum">${pay}</span>${cardPrices.map(
      ({ installmentCount, amountCents }) =>
        html`<span class="sum sum-${installmentCount}">${payAmount(formatMoney(cents(amountCents), language))}</span>`,
    )}`;
}

const chosenSums = Array.from({ length: installmentsMax }, (_, index) => {
  const count = String(index + 1);
  return `form:has([name=installments][value^="${count}:"]:checked) .sum-${count}`;
}).join(', ');

/** Without scripts, too. A browser that does not know `:has` shows no amount there rather than a wrong one. */
export const cardPricesStyle = `
.choice span { padding: 4px 0; } .choice small { display: block; color: var(--soft); }
.sum ~ .sum { display: none; }
@supports selector(:has(*)) { .sum { display: none; }
${chosenSums} { display: inline; } }
`;
