import type { CardFields } from '@pitanga/contracts';
import { checkAttributes, textField, type FormState } from './form-fields';
import { efiOnPage, stripeOnPage, type FieldsOnPage, type StripeParts } from '../html/card-fields-on-page';
import { html, type Html } from '../html/html';
import { fieldWords } from '../words/field-words';
import type { Language } from '../words/language';
import type { FormProblemName } from '../words/problem-words';

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
  if (fields.kind === 'CARD_FIELDS_KIND_EFI') return efiInputs(name, view.language);
  return html`${name}
    <p class="label" id="card-label">${words.cardDetails}</p>
    <div class="input" id="card-fields" role="group" aria-labelledby="card-label"></div>
    ${providerParts(view.language)}`;
}

/** What the provider's script writes: its token, and why there is none. */
function providerParts(language: Language): Html {
  return html`<input type="hidden" name="paymentMethod" />
    <input type="hidden" name="lastFour" />
    <p class="alert" role="alert" id="card-problem" hidden></p>
    <noscript><p class="alert">${fieldWords[language].needsScript}</p></noscript>`;
}

/** Typed here and sent to Efí alone: an input without a name is in no form that is sent. */
function efiInputs(name: Html, language: Language): Html {
  const words = fieldWords[language];
  return html`${unsentField({ id: 'card-number', label: words.cardNumber, autocomplete: 'cc-number', maxLength: 23, check: 'cardNumber' }, language)}
    ${name}
    <div class="pair pair-long-second">
      ${unsentField({ id: 'card-expiry', label: words.expiry, autocomplete: 'cc-exp', maxLength: 9, check: 'expiry', placeholder: words.expiryShape }, language)}
      ${unsentField({ id: 'card-cvv', label: words.cvv, autocomplete: 'cc-csc', maxLength: 4, check: 'cvv' }, language)}
    </div>
    ${providerParts(language)}`;
}

interface UnsentField {
  readonly id: string;
  readonly label: string;
  readonly autocomplete: string;
  readonly maxLength: number;
  readonly check: FormProblemName;
  readonly placeholder?: string;
}

function unsentField(
  { id, label, autocomplete, maxLength, check, placeholder }: UnsentField,
  language: Language,
): Html {
  return html`<div class="field">
    <label
      >${label} ${check === 'cardNumber' ? html`<span class="brand" aria-hidden="true"></span>` : undefined}
      <input
        id="${id}"
        autocomplete="${autocomplete}"
        inputmode="numeric"
        maxlength="${maxLength}"
        placeholder="${placeholder}"
        ${checkAttributes(check, language)}
        required
      />
    </label>
  </div>`;
}

/** Whether the payer types the card on the provider's page, and nothing of it on ours. */
export function isTypedAtProvider(fields: CardFields | undefined): boolean {
  return fields?.kind === 'CARD_FIELDS_KIND_HOSTED';
}

/** Whether Stripe's script takes the card in the browser, and shows the button of a wallet. */
export function isStripe(fields: CardFields | undefined): boolean {
  return fields?.kind === 'CARD_FIELDS_KIND_STRIPE';
}

/** Whether a card's payer is asked for an e-mail and a phone, without which its provider charges no card. */
export function needsContact(fields: CardFields | undefined): boolean {
  return fields?.kind === 'CARD_FIELDS_KIND_EFI';
}

/** What a page with these fields loads. */
export function fieldsOnPage(
  fields: CardFields | undefined,
  stripeScriptUrl: string,
  parts?: StripeParts,
): FieldsOnPage | undefined {
  if (isStripe(fields)) return stripeOnPage(stripeScriptUrl, parts);
  return fields?.kind === 'CARD_FIELDS_KIND_EFI' ? efiOnPage(readEfiFields(fields)) : undefined;
}

/** The account at Efí that a browser gives the card. */
export function readEfiFields({ payeeCode = '', isSandbox = false, scriptUrl = '' }: CardFields) {
  return { payeeCode, isSandbox, scriptUrl };
}

/** The attributes of a card form that start the script of the fields, and what it says when it cannot continue. */
export function cardFormAttributes(fields: CardFields | undefined, language: Language): Html | undefined {
  const { cardNotLoaded, cardNotSent, cardScriptBlocked, cardBrandNotTaken, cardRefused } = fieldWords[language];
  const sentences = html`data-unloaded="${cardNotLoaded}" data-unsent="${cardNotSent}"`;
  if (fields?.kind === 'CARD_FIELDS_KIND_STRIPE') return html`data-stripe="${fields.publishableKey}" ${sentences}`;
  if (fields?.kind !== 'CARD_FIELDS_KIND_EFI') return undefined;
  const { payeeCode, isSandbox } = readEfiFields(fields);
  return html`data-efi="${payeeCode}" ${isSandbox ? html`data-sandbox` : undefined} ${sentences}
  data-blocked="${cardScriptBlocked}" data-brand="${cardBrandNotTaken}" data-refused="${cardRefused}"`;
}
