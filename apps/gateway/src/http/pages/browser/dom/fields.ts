import { findBrand } from '../card-number';
import { isRight } from '../field-checks';
import { applyMask } from './masking';

type Field = HTMLInputElement;

const selector = 'input[data-check]';

/** Parts what is typed, names the brand of a card, and says what is wrong with a field when it is left. */
export function checkFields(): void {
  for (const field of document.querySelectorAll<Field>(selector)) {
    // A provider's own fields send their form after the browser's checks.
    if (field.form && field.form.dataset.unsent === undefined) field.form.noValidate = true;
    field.addEventListener('input', () => {
      applyMask(field, field.dataset.check ?? '');
      if (field.dataset.check === 'cardNumber') showBrand(field);
      if (isWrong(field) && isFieldRight(field)) clear(field);
    });
    // A field that was left empty is not yet wrong: its form is still being filled in.
    field.addEventListener('blur', () => {
      if (field.value.trim() !== '') check(field);
    });
  }
  // A script of a provider asks before it opens something of its own.
  document.addEventListener('fieldscheck', (event) => {
    if (!checkForm(event.target as HTMLFormElement)) event.preventDefault();
  });
  focusFirst(document);
}

/** Whether a form may be sent. If not, each field says what is wrong, and the first has the focus. */
export function checkForm(form: HTMLFormElement): boolean {
  const fields = [...form.querySelectorAll<Field>(selector)];
  const areRight = fields.map(check);
  if (areRight.every(Boolean)) return true;
  focusFirst(form);
  return false;
}

function focusFirst(where: ParentNode): void {
  where.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
}

function isWrong(field: Field): boolean {
  return field.getAttribute('aria-invalid') === 'true';
}

function isFieldRight({ dataset, value, required }: Field): boolean {
  return isRight(dataset.check ?? '', value, required);
}

function check(field: Field): boolean {
  const right = isFieldRight(field);
  if (right) clear(field);
  else complain(field);
  return right;
}

function complain(field: Field): void {
  field.setAttribute('aria-invalid', 'true');
  const id = wrongId(field);
  const { wrong = '', missing = wrong } = field.dataset;
  const sentence = field.value.trim() === '' ? missing : wrong;
  const shown = document.getElementById(id);
  if (shown) {
    shown.textContent = sentence;
    return;
  }
  const text = document.createElement('p');
  text.id = id;
  text.className = 'wrong';
  text.textContent = sentence;
  // Beside the label, not in it: the name of a field stays its name.
  field.closest('label')?.after(text);
  field.setAttribute('aria-describedby', id);
}

/** The inputs of a card that goes to its provider have no name. */
function wrongId({ name, id }: Field): string {
  return `wrong-${name || id}`;
}

function clear(field: Field): void {
  if (!isWrong(field)) return;
  field.removeAttribute('aria-invalid');
  field.removeAttribute('aria-describedby');
  document.getElementById(wrongId(field))?.remove();
}

function showBrand(field: Field): void {
  const place = field.closest('label')?.querySelector('.brand');
  if (place) place.textContent = findBrand(field.value.replace(/\D/g, '')) ?? '';
}
