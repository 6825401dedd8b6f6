import { html, type Html } from '../html/html';
import type { KeptValues } from './form-input';
import type { Language } from '../words/language';
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
  readonly inputMode?: 'numeric' | 'text' | 'email';
  readonly maxLength: number;
  readonly placeholder?: string;
  readonly isOptional?: boolean;
  /** What the browser checks when the field is left, and the sentence that it says. */
  readonly check: FormProblemName;
}

/** An input. The number and security code of a card are never filled in. */
export function textField(field: Field, { kept, problem, language }: Omit<FormState, 'formId'>): Html {
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
  </div>`;
}

/** What the module of the page checks in a field, and what it says. */
export function checkAttributes(check: FormProblemName, language: Language): Html {
  return html`data-check="${check}" data-wrong="${formWording(check).sentence[language]}"`;
}

/** Attributes of the field that a problem is about. */
export function wrong(name: FieldName, problem: PayProblem | undefined): Html | undefined {
  return problem?.field === name ? html`aria-invalid="true" aria-describedby="problem"` : undefined;
}

/** The problem, announced by screen readers. */
export function alertBox({ problem, language }: Pick<FormState, 'problem' | 'language'>): Html | undefined {
  return problem && html`<p class="alert" role="alert" id="problem">${problem.sentence[language]}</p>`;
}

/** A form of one button. */
export function buttonForm(action: string, text: string, hidden: Readonly<Record<string, string>> = {}): Html {
  return html`<form method="post" action="${action}">
    ${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <button class="button" type="submit">${text}</button>
  </form>`;
}

export function link(url: string | undefined, text: string, tone: '' | 'main' | 'quiet' = ''): Html | undefined {
  return url === undefined ? undefined : html`<a class="button ${tone}" href="${url}" rel="noreferrer">${text}</a>`;
}
