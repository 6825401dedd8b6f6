/** Stripe's button of Apple Pay and Google Pay: the wallet gives Stripe the card, and the form sends what Stripe made of it. */
import type { StripeElements, StripeWalletClient, WalletWindow } from './stripe-js';

function begin(form: HTMLFormElement): void {
  const { wallet: key = '', offered = '' } = form.dataset;
  const none = document.getElementById('no-wallet');
  const stripe = (window as WalletWindow).Stripe?.(key, { locale: document.documentElement.lang });
  if (!stripe) {
    if (none) none.hidden = false;
    return;
  }
  const elements = stripe.elements({
    mode: 'payment',
    amount: Number(field(form, 'amount').value),
    currency: 'brl',
    paymentMethodCreation: 'manual',
    paymentMethodTypes: ['card'],
    // As the payment itself asks for it.
    setupFutureUsage: 'off_session',
  });
  const show = (name: string): 'auto' | 'never' => (offered.split(' ').includes(name) ? 'auto' : 'never');
  const others = { link: 'never', paypal: 'never', amazonPay: 'never', klarna: 'never' };
  const button = elements.create('expressCheckout', {
    buttonHeight: 48,
    paymentMethods: { applePay: show('APPLE_PAY'), googlePay: show('GOOGLE_PAY'), ...others },
  });
  button.on('ready', ({ availablePaymentMethods: here }) => {
    const section = document.getElementById('wallets');
    if (here?.applePay === true || here?.googlePay === true) {
      section?.removeAttribute('inert');
      section?.classList.remove('spoken');
    } else {
      section?.remove();
      if (none) none.hidden = false;
    }
  });
  button.on('loaderror', () => {
    if (none) none.hidden = false;
  });
  // Who pays is asked before the wallet opens.
  button.on('click', (event) => (isInOrder(form) ? event.resolve?.() : event.reject?.()));
  let isSent = false;
  button.on('confirm', (event) => {
    if (isSent) return;
    isSent = true;
    void pay(form, stripe, elements).then((problem) => {
      isSent = problem === undefined;
      tell(problem ?? '');
      if (problem !== undefined) event.paymentFailed?.({ reason: 'fail' });
    });
  });
  const tell = (text: string): void => {
    const place = document.getElementById('wallet-problem') as HTMLElement;
    place.textContent = text;
    place.hidden = text === '';
  };
  button.mount('#wallet-buttons');
}

/** The module of the page checks the fields, and says at each what is wrong. */
function isInOrder(form: HTMLFormElement): boolean {
  return form.dispatchEvent(new CustomEvent('fieldscheck', { bubbles: true, cancelable: true }));
}

/** Sends the form; the sentence of Stripe, or ours, where it cannot. */
async function pay(
  form: HTMLFormElement,
  stripe: StripeWalletClient,
  elements: StripeElements,
): Promise<string | undefined> {
  const { unsent = '' } = form.dataset;
  try {
    const { error: wrong } = await elements.submit();
    if (wrong) return wrong.message ?? unsent;
    const { paymentMethod, error } = await stripe.createPaymentMethod({ elements });
    if (!paymentMethod) return error?.message ?? unsent;
    field(form, 'paymentMethod').value = paymentMethod.id;
    field(form, 'lastFour').value = paymentMethod.card?.last4 ?? '';
    form.submit();
    return undefined;
  } catch {
    return unsent;
  }
}

function field(form: HTMLFormElement, name: string): HTMLInputElement {
  return form.elements.namedItem(name) as HTMLInputElement;
}

const found = document.querySelector<HTMLFormElement>('form[data-wallet]');
if (found) begin(found);
