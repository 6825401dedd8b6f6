import { masked } from '../masks';

/** Groups digits while typing and keeps the caret position. */
export function applyMask(field: HTMLInputElement, kind: string): void {
  const { value, selectionStart } = field;
  const next = masked(kind, value, selectionStart ?? value.length);
  if (!next || next.text === value) return;
  field.value = next.text;
  if (document.activeElement === field) field.setSelectionRange(next.caret, next.caret);
}
