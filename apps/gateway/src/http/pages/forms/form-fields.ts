import { html, type Html } from '../html/html';
import type { KeptValues } from './form-input';
import type { InLanguages, Language } from '../words/language';
import type { FieldName } from '../words/field-name';
import { formWording, type FormProblemName } from '../words/problem-words';
import type { PayProblem } from './form-problems';

/** The state of a form: earlier input and its problem. */
export interface FormState {
  /** Sent with the form: a form sent twice is processed once. */
  readonly formId: string;
  readonly kept: KeptValues;
  readonly problem: PayProblem | undefined;
  readonly language: Language;
}

interface Field {
  readonly name: FieldName;
  readonly label: string;
  /** For the browser's autofill. */
  readonly autocomplete: string;
  readonly inputMode?: 'numeric' | 'text' | 'email' | 'tel';
  readonly maxLength: number;
  readonly placeholder?: string;
  readonly isOptional?: boolean;
  /** What the browser checks when the field is left, and the sentence that it says. */
  readonly check: FormProblemName;
}

/** An input. The number and security code of a card are never filled in. */
export function textField(field: Field, view: Omit<FormState, 'formId'>): Html {
  const { kept, problem, language } = view;
  const { name, label, autocomplete, maxLength, check } = field;
  const value = name === 'number' || name === 'cvv' ? undefined : kept[name];
  return html`<div class="field">
    <label
      >${label} ${name === 'number' ? html`<span class="brand" aria-hidden="true"></span>` : undefined}
      <input
        name="${name}"
        value="${value}"
        autocomplete="${autocomplete}"
        inputmode="${field.inputMode ?? 'text'}"
        maxlength="${maxLength}"
        placeholder="${field.placeholder}"
        ${checkAttributes(check, language)}
        ${field.isOptional === true ? undefined : html`required`}
        ${wrong(name, problem)}
      />
    </label>
    ${wrongText(name, view)}
  </div>`;
}

/** What the module of the page checks in a field, and what it says. */
export function checkAttributes(check: FormProblemName, language: Language): Html {
  const missing =
    check === 'taxId' ? html`data-missing="${formWording('taxIdMissing').sentence[language]}"` : undefined;
  return html`data-check="${check}" data-wrong="${formWording(check).sentence[language]}" ${missing}`;
}

/** Attributes of the field that a problem is about. */
export function wrong(name: FieldName, problem: PayProblem | undefined): Html | undefined {
  return problem?.field === name ? html`aria-invalid="true" aria-describedby="wrong-${name}"` : undefined;
}

/** What is wrong with a field, below it; the box above the form repeats it, where a screen reader announces it. */
export function wrongText(
  name: FieldName,
  { problem, language }: Pick<FormState, 'problem' | 'language'>,
): Html | undefined {
  if (problem?.field !== name) return undefined;
  return html`<span class="wrong" id="wrong-${name}">${problem.sentence[language]}</span>`;
}

/** The problem, announced by screen readers. */
export function alertBox({ problem, language }: Pick<FormState, 'problem' | 'language'>): Html | undefined {
  return problem && html`<p class="alert" role="alert" id="problem">${problem.sentence[language]}</p>`;
}

/** `plain` is a way out, which never competes with what the page is for. */
type Tone = '' | 'main' | 'quiet' | 'plain';

/** A form of one button. */
export function buttonForm(
  action: string,
  text: string,
  hidden: Readonly<Record<string, string>> = {},
  tone: Tone = '',
): Html {
  return html`<form method="post" action="${action}">
    ${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <button class="button ${tone}" type="submit">${text}</button>
  </form>`;
}

/** What exists in the test environment alone, apart from what a payer does. */
export function testBox(part: Html | undefined, language: Language): Html | undefined {
  return (
    part &&
    html`<aside class="trial" aria-labelledby="trial">
      <p id="trial">${testOnlyWords[language]}</p>
      ${part}
    </aside>`
  );
}

const testOnlyWords: InLanguages<string> = { 'pt-BR': 'Só no ambiente de teste', en: 'Test environment only' };

export function link(url: string | undefined, text: string, tone: Tone = ''): Html | undefined {
  return url === undefined ? undefined : html`<a class="button ${tone}" href="${url}" rel="noreferrer">${text}</a>`;
}
