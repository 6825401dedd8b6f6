/**
 * Mounts Stripe's fields in the form, and sends the form with the payment method that Stripe makes of them. The name goes
 * to Stripe with the card; nothing else does. Stripe's sentences are in the page's language, ours are in the form.
 */
export const stripeFieldsScript = `
(() => {
  const form = document.querySelector('form[data-stripe]');
  const problem = document.getElementById('card-problem');
  const button = form.querySelector('button[type=submit]');
  const tell = (text) => { problem.textContent = text; problem.hidden = !text; };
  if (!window.Stripe) return tell(form.dataset.unloaded);
  const stripe = window.Stripe(form.dataset.stripe, { locale: document.documentElement.lang });
  const card = stripe.elements().create('card', { hidePostalCode: true });
  card.mount('#card-fields');
  card.on('change', ({ error }) => tell(error ? error.message : ''));
  const field = (name) => form.elements.namedItem(name);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (button.disabled) return;
    button.disabled = true;
    const { paymentMethod, error } = await stripe
      .createPaymentMethod({ type: 'card', card, billing_details: { name: field('name').value } })
      .catch(() => ({ error: { message: form.dataset.unsent } }));
    if (error) {
      tell(error.message);
      button.disabled = false;
      return;
    }
    field('paymentMethod').value = paymentMethod.id;
    field('lastFour').value = paymentMethod.card ? paymentMethod.card.last4 : '';
    form.submit();
  });
})();
`;
