import { checkForm } from './fields';

/** A page that is still here after this long was not left: its forms may be sent again. */
const stuckMs = 30_000;

/** Sends each form once, after its fields are in order. A provider's own fields send their form themselves. */
export function guardForms(): void {
  const busy = document.querySelector<HTMLElement>('main')?.dataset.busy ?? '';
  const restores: (() => void)[] = [];
  const restoreAll = (): void => {
    for (const restore of restores.splice(0)) restore();
  };

  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (form.method !== 'post' || form.dataset.unsent !== undefined) return;
    const isSent = form.hasAttribute('aria-busy');
    if (isSent || !checkForm(form)) {
      event.preventDefault();
      return;
    }
    form.setAttribute('aria-busy', 'true');
    const restoreButton = waitOn(form, busy);
    restores.push(() => {
      form.removeAttribute('aria-busy');
      restoreButton();
    });
    setTimeout(restoreAll, stuckMs);
  });
  // Back on the page, as the browser has kept it.
  addEventListener('pageshow', (event) => {
    if (event.persisted) restoreAll();
  });
}

function waitOn(form: HTMLFormElement, busy: string): () => void {
  const button = form.querySelector<HTMLButtonElement>('button[type=submit]');
  if (!button) return () => undefined;
  const label = button.innerHTML;
  button.textContent = busy;
  button.classList.add('busy');
  button.disabled = true;
  return () => {
    button.innerHTML = label;
    button.classList.remove('busy');
    button.disabled = false;
  };
}
