import { runInNewContext } from 'node:vm';
import { stripeFieldsScript } from '../src/http/pages/html/card-fields-script';

/** As much of a page as the script touches. */
function aPage(stripe: object | undefined) {
  const listeners: ((event: { preventDefault: () => void }) => Promise<void>)[] = [];
  const values: Record<string, { value: string }> = {
    name: { value: 'ANA SOUZA' },
    paymentMethod: { value: '' },
    lastFour: { value: '' },
  };
  const button = { disabled: false };
  const problem = { textContent: '', hidden: true };
  const sent: object[] = [];
  const form = {
    dataset: { stripe: 'pk_live_1', unloaded: 'Reload the page.', unsent: 'The card could not be sent.' },
    querySelector: () => button,
    elements: { namedItem: (name: string) => values[name] },
    addEventListener: (_event: string, listener: (typeof listeners)[number]) => listeners.push(listener),
    submit: () => sent.push(Object.fromEntries(Object.entries(values).map(([name, { value }]) => [name, value]))),
  };
  const document = { querySelector: () => form, getElementById: () => problem, documentElement: { lang: 'en' } };
  runInNewContext(stripeFieldsScript, { document, window: { Stripe: stripe } });
  let prevented = 0;
  const submit = () => Promise.all(listeners.map((listener) => listener({ preventDefault: () => (prevented += 1) })));
  return { button, problem, sent, submit, prevented: () => prevented };
}

function stripeThat(answer: () => Promise<object>) {
  const seen: object[] = [];
  const card = { mount: (target: string) => seen.push({ mount: target }), on: () => undefined };
  const stripe = (key: string, options: { locale: string }) => {
    seen.push({ key, ...options });
    return {
      elements: () => ({ create: () => card }),
      createPaymentMethod: ({ type, billing_details }: { type: string; billing_details: object }) => {
        seen.push({ type, billing_details });
        return answer();
      },
    };
  };
  return { stripe, seen };
}

describe('the script of Stripe’s fields', () => {
  it('mounts them with the publishable key in the page’s language, and sends the form with what Stripe made of the card', async () => {
    const { stripe, seen } = stripeThat(() =>
      Promise.resolve({ paymentMethod: { id: 'pm_1', card: { last4: '4242' } } }),
    );
    const page = aPage(stripe);
    await page.submit();
    expect(seen).toEqual([
      { key: 'pk_live_1', locale: 'en' },
      { mount: '#card-fields' },
      { type: 'card', billing_details: { name: 'ANA SOUZA' } },
    ]);
    expect(page.sent).toEqual([{ name: 'ANA SOUZA', paymentMethod: 'pm_1', lastFour: '4242' }]);
    expect(page.prevented()).toBe(1);
  });

  it('sends the form once, however often its button is pressed', async () => {
    const { stripe } = stripeThat(() => Promise.resolve({ paymentMethod: { id: 'pm_1', card: { last4: '4242' } } }));
    const page = aPage(stripe);
    await Promise.all([page.submit(), page.submit()]);
    await page.submit();
    expect(page.sent).toHaveLength(1);
  });

  it.each([
    [
      'what Stripe says',
      () => Promise.resolve({ error: { message: 'O número do cartão está incorreto.' } }),
      'O número',
    ],
    ['that Stripe could not be reached', () => Promise.reject(new Error('offline')), 'The card could not be sent.'],
  ])('shows %s, sends nothing, and lets the buyer try again', async (_what, answer, sentence) => {
    const page = aPage(stripeThat(answer).stripe);
    await page.submit();
    expect([page.sent, page.button.disabled, page.problem.hidden]).toEqual([[], false, false]);
    expect(page.problem.textContent).toContain(sentence);
  });

  it('says in the page’s words that the fields are missing where Stripe’s script was not loaded', () => {
    const page = aPage(undefined);
    expect(page.problem).toMatchObject({ hidden: false, textContent: 'Reload the page.' });
  });
});
