import { masked } from '../masks';

/** Parts what was typed into a field, and leaves the caret behind the same characters. */
export function applyMask(field: HTMLInputElement, kind: string): void {
  const { value, selectionStart } = field;
  const next = masked(kind, value, selectionStart ?? value.length);
  if (!next || next.text === value) return;
  field.value = next.text;
  if (document.activeElement === field) field.setSelectionRange(next.caret, next.caret);
}
