import type { CardFields } from '@pitanga/contracts';
import { textField, type FormState } from './form-fields';
import { html, type Html } from '../html/html';

/**
 * The part of a card form where the card itself is typed: the provider's own fields, in frames of the provider, so that
 * the number never reaches us, or ours in dev mode.
 */
export function cardInputs(fields: CardFields | undefined, view: Pick<FormState, 'kept' | 'problem'>): Html {
  const name = textField(
    { name: 'name', label: 'Nome impresso no cartão', autocomplete: 'cc-name', maxLength: 200 },
    view,
  );
  if (!fields) {
    return html`${textField({ name: 'number', label: 'Número do cartão', autocomplete: 'cc-number', inputMode: 'numeric', maxLength: 23 }, view)}
      ${name}
      <div class="pair">
        ${textField({ name: 'expiry', label: 'Validade', autocomplete: 'cc-exp', inputMode: 'numeric', maxLength: 9, placeholder: 'MM/AA' }, view)}
        ${textField({ name: 'cvv', label: 'Código de segurança', autocomplete: 'cc-csc', inputMode: 'numeric', maxLength: 4 }, view)}
      </div>`;
  }
  return html`${name}
    <p class="label" id="card-label">Dados do cartão</p>
    <div class="input" id="card-fields" role="group" aria-labelledby="card-label"></div>
    <input type="hidden" name="paymentMethod" />
    <input type="hidden" name="lastFour" />
    <p class="alert" role="alert" id="card-problem" hidden></p>
    <noscript><p class="alert">Para pagar com cartão, permita JavaScript neste site.</p></noscript>`;
}

/** The attribute of a card form that starts the script of the fields. */
export function cardFormAttribute(fields: CardFields | undefined): Html | undefined {
  return fields && html`data-stripe="${fields.publishableKey}"`;
}
