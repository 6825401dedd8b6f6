import { html, type Html } from '../html/html';
import type { KeptValues } from './form-input';
import type { FieldName, PayProblem } from './form-problems';

/** How a form is shown: with what was filled in before, and what was wrong with it. */
export interface FormState {
  /** Sent with the form, so that sending it twice does its work once. */
  readonly formId: string;
  readonly kept: KeptValues;
  readonly problem: PayProblem | undefined;
}

interface Field {
  readonly name: FieldName;
  readonly label: string;
  /** What the browser may fill in. */
  readonly autocomplete: string;
  readonly inputMode?: 'numeric' | 'text' | 'email';
  readonly maxLength: number;
  readonly placeholder?: string;
  readonly isOptional?: boolean;
}

/** A line to fill in. The number and the security code of a card are never filled in by us. */
export function textField(field: Field, { kept, problem }: Pick<FormState, 'kept' | 'problem'>): Html {
  const { name, label, autocomplete, maxLength } = field;
  const value = name === 'name' || name === 'expiry' || name === 'taxId' || name === 'email' ? kept[name] : undefined;
  return html`<label
    >${label}
    <input
      name="${name}"
      value="${value}"
      autocomplete="${autocomplete}"
      inputmode="${field.inputMode ?? 'text'}"
      maxlength="${maxLength}"
      placeholder="${field.placeholder}"
      ${field.isOptional === true ? undefined : html`required`}
      ${wrong(name, problem)}
    />
  </label>`;
}

/** Attributes of the field that a problem is about. */
export function wrong(name: FieldName, problem: PayProblem | undefined): Html | undefined {
  return problem?.field === name ? html`aria-invalid="true" aria-describedby="problem"` : undefined;
}

/** What did not work, said at once by screen readers. */
export function alertOf(problem: PayProblem | undefined): Html | undefined {
  return problem && html`<p class="alert" role="alert" id="problem">${problem.sentence}</p>`;
}

/** A button that does one thing without anything to fill in. */
export function buttonForm(action: string, text: string, hidden: Readonly<Record<string, string>> = {}): Html {
  return html`<form method="post" action="${action}">
    ${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <button class="button" type="submit">${text}</button>
  </form>`;
}

export function link(url: string | undefined, text: string, tone: '' | 'main' | 'quiet' = ''): Html | undefined {
  return url === undefined ? undefined : html`<a class="button ${tone}" href="${url}" rel="noreferrer">${text}</a>`;
}
