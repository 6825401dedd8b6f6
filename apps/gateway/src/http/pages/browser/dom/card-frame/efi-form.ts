/** Efí's script in a form of ours: the inputs of the card have no names, so that no browser sends them to us. */
import { requestEfiToken } from './efi-card';

function begin(form: HTMLFormElement): void {
  const { efi: payeeCode = '', sandbox, unloaded = '', unsent = '' } = form.dataset;
  const problem = document.getElementById('card-problem') as HTMLElement;
  const button = form.querySelector('button[type=submit]') as HTMLButtonElement;
  const tell = (text: string): void => {
    problem.textContent = text;
    problem.hidden = text === '';
  };
  const readDigits = (id: string): string => (document.getElementById(id) as HTMLInputElement).value.replace(/\D/g, '');
  const field = (name: string): HTMLInputElement => form.elements.namedItem(name) as HTMLInputElement;
  const sentences: Readonly<Record<string, string | undefined>> = {
    unavailable: unloaded,
    script_blocked: form.dataset['blocked'],
    brand_not_taken: form.dataset['brand'],
    invalid_card: form.dataset['refused'],
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (button.disabled) return;
    button.disabled = true;
    tell('');
    const card = { number: readDigits('card-number'), expiry: readDigits('card-expiry'), cvv: readDigits('card-cvv') };
    const account = { payeeCode, isSandbox: sandbox !== undefined };
    void requestEfiToken(account, card, field('name').value).then((made) => {
      if (typeof made === 'string') {
        tell(sentences[made] ?? unsent);
        button.disabled = false;
        return;
      }
      field('paymentMethod').value = made.paymentMethod;
      field('lastFour').value = made.lastFour;
      form.submit();
    });
  });
}

const found = document.querySelector<HTMLFormElement>('form[data-efi]');
if (found) begin(found);
