import type { PayerFields } from '../../../stores/payer-fields';
import { textField, type FormState } from '../forms/form-fields';
import { html, type Html } from '../html/html';
import { fieldWords } from '../words/field-words';
import { askedPayer } from './asked-payer';
import type { Visit } from './pay-visit';

export function taxIdField(view: FormState): Html {
  const { taxId: label, cnpjWithLetters } = fieldWords[view.language];
  // The module of the page asks for digits, which most tax ids have alone, and letters by this button.
  return html`${textField({ name: 'taxId', label, autocomplete: 'off', maxLength: 30, check: 'taxId' }, view)}
    <button class="button plain letters" type="button" data-letters>${cnpjWithLetters}</button>`;
}

function nameField(view: FormState): Html {
  const label = fieldWords[view.language].payerName;
  return textField({ name: 'name', label, autocomplete: 'name', maxLength: 200, check: 'payerName' }, view);
}

const contacts = [
  { name: 'email', optional: 'optionalEmail', autocomplete: 'email', inputMode: 'email', maxLength: 254 },
  { name: 'cellphone', optional: 'optionalCellphone', autocomplete: 'tel', inputMode: 'tel', maxLength: 30 },
] as const;

/** E-mail and phone, as far as they are asked. */
export function contactFields(view: FormState, asked: PayerFields): Html {
  const words = fieldWords[view.language];
  const shown = contacts.filter(({ name }) => asked[name] !== 'NEVER');
  return html`${shown.map(({ name, optional, ...field }) => {
    const isOptional = asked[name] === 'OPTIONAL';
    return textField({ ...field, name, check: name, label: words[isOptional ? optional : name], isOptional }, view);
  })}`;
}

/** The payer's fields for methods without a card holder. */
export function payerFields(view: FormState, asked: PayerFields): Html {
  return html`${nameField(view)} ${taxIdField(view)} ${contactFields(view, asked)}`;
}

export function boletoPayerFields(view: FormState, visit: Visit): Html {
  const payer = payerFields(view, askedPayer(visit));
  if (!visit.needsAddress) return payer;
  const words = fieldWords[view.language];
  return html`${payer}
    ${textField({ name: 'address', label: words.street, autocomplete: 'street-address', maxLength: 200, check: 'street' }, view)}
    <div class="pair">
      ${textField({ name: 'city', label: words.city, autocomplete: 'address-level2', maxLength: 100, check: 'city' }, view)}
      ${textField({ name: 'state', label: words.state, autocomplete: 'address-level1', maxLength: 2, check: 'state' }, view)}
    </div>
    ${textField({ name: 'zipCode', label: words.zipCode, autocomplete: 'postal-code', inputMode: 'numeric', maxLength: 10, check: 'zipCode' }, view)}`;
}
