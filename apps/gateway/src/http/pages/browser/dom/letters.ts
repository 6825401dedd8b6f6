/**
 * A tax id is typed on a keyboard of digits. A CNPJ may have letters since July 2026: the button beside the field,
 * shown where fingers type, brings them.
 */
export function offerLetters(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-letters]')) {
    const field = button.previousElementSibling?.querySelector('input');
    if (!field || /[a-z]/i.test(field.value)) continue;
    field.inputMode = 'numeric';
    button.addEventListener('click', () => {
      field.inputMode = 'text';
      button.hidden = true;
      field.focus();
    });
  }
}
