import { withoutHidden } from '@pitanga/core';

declare const htmlBrand: unique symbol;

/** Text that is safe to send as HTML: only {@link html} creates it, so nothing reaches a page unescaped. */
export interface Html {
  readonly text: string;
  readonly [htmlBrand]: 'Html';
}

type Value = Html | readonly Html[] | string | number | undefined;

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * HTML with every value escaped, unless it is HTML already. `undefined` renders nothing. Quote attributes in the
 * template.
 */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  const text = strings.reduce((before, part, index) => before + render(values[index - 1]) + part);
  return { text } as Html;
}

function render(value: Value): string {
  if (value === undefined) return '';
  if (typeof value === 'string' || typeof value === 'number') return escape(String(value));
  return isList(value) ? value.map((item) => item.text).join('') : value.text;
}

function isList(value: Html | readonly Html[]): value is readonly Html[] {
  return Array.isArray(value);
}

/** Nothing that a person wrote turns the direction of the page behind it. */
function escape(text: string): string {
  return withoutHidden(text).replace(/[&<>"']/g, (character) => escapes[character] ?? character);
}

/** A trusted script as a `<script>` element. */
export function scriptElement(script: string): Html {
  return { text: `<script>${script}</script>` } as Html;
}

/** A trusted style sheet as a `<style>` element, not escaped. */
export function styleElement(css: string): Html {
  return { text: `<style>${css}</style>` } as Html;
}
