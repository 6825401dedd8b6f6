import type { CardFields } from '@pitanga/contracts';
import { textField, type FormState } from './form-fields';
import { html, type Html } from '../html/html';
import { fieldWords } from '../words/field-words';
import type { Language } from '../words/language';

/**
 * The part of a card form where the card itself is typed: the provider's own fields, in frames of the provider, so that
 * the number never reaches us, or ours in dev mode.
 */
export function cardInputs(
  fields: CardFields | undefined,
  view: Pick<FormState, 'kept' | 'problem' | 'language'>,
): Html {
  const words = fieldWords[view.language];
  const name = textField(
    { name: 'name', label: words.holderName, autocomplete: 'cc-name', maxLength: 200, check: 'holderName' },
    view,
  );
  if (!fields) {
    return html`${textField({ name: 'number', label: words.cardNumber, autocomplete: 'cc-number', inputMode: 'numeric', maxLength: 23, check: 'cardNumber' }, view)}
      ${name}
      <div class="pair pair-long-second">
        ${textField({ name: 'expiry', label: words.expiry, autocomplete: 'cc-exp', inputMode: 'numeric', maxLength: 9, placeholder: words.expiryShape, check: 'expiry' }, view)}
        ${textField({ name: 'cvv', label: words.cvv, autocomplete: 'cc-csc', inputMode: 'numeric', maxLength: 4, check: 'cvv' }, view)}
      </div>`;
  }
  return html`${name}
    <p class="label" id="card-label">${words.cardDetails}</p>
    <div class="input" id="card-fields" role="group" aria-labelledby="card-label"></div>
    <input type="hidden" name="paymentMethod" />
    <input type="hidden" name="lastFour" />
    <p class="alert" role="alert" id="card-problem" hidden></p>
    <noscript><p class="alert">${words.needsScript}</p></noscript>`;
}

/** Whether the payer types the card on the provider's page, and nothing of it on ours. */
export function isTypedAtProvider(fields: CardFields | undefined): boolean {
  return fields?.kind === 'CARD_FIELDS_KIND_HOSTED';
}

/** The address of the script that a form with these fields needs. */
export function fieldsScript(fields: CardFields | undefined, stripeScriptUrl: string): string | undefined {
  return fields?.kind === 'CARD_FIELDS_KIND_STRIPE' ? stripeScriptUrl : undefined;
}

/** The attributes of a card form that start the script of the fields, and what it says when it cannot continue. */
export function cardFormAttributes(fields: CardFields | undefined, language: Language): Html | undefined {
  const { cardNotLoaded, cardNotSent } = fieldWords[language];
  return fields?.kind === 'CARD_FIELDS_KIND_STRIPE'
    ? html`data-stripe="${fields.publishableKey}" data-unloaded="${cardNotLoaded}" data-unsent="${cardNotSent}"`
    : undefined;
}
