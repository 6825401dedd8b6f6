import { request } from 'node:https';
import { randomForm, randomKey, type Merchant } from '../crashes/merchant';

interface Sale {
  readonly amount: number;
  readonly installments?: number;
  readonly payer: { readonly name: string; readonly taxId: string };
}

/** A buyer whose browser pays a checkout by a card, which is typed on Asaas's page. */
export interface AsaasBuyer {
  readonly checkoutId: string;
  /** Presses the button of our page. */
  readonly press: () => ReturnType<Merchant['submit']>;
  /** Presses it, and goes on to the page of Asaas. */
  readonly reachInvoice: () => Promise<{ readonly chargeId: string; readonly invoice: string }>;
  /** Types a card there; where the browser goes next. */
  readonly typeCard: (invoice: string, number: string) => Promise<{ readonly status: number; readonly next: string }>;
}

/** @param ca of the certificate of Asaas's page */
export async function aBuyerAtAsaas(
  { post, submit }: Pick<Merchant, 'post' | 'submit'>,
  ca: string,
  { amount, installments = 1, payer: { name, taxId } }: Sale,
): Promise<AsaasBuyer> {
  const product = { externalId: randomKey(), name: 'Livro', price: amount };
  const { id: productId } = await post('/v2/products/create', product);
  const checkout = { items: [{ id: productId }], methods: ['CARD'], card: { maxInstallments: installments } };
  const { id: checkoutId, url } = await post('/v2/checkouts/create', checkout);
  const fields = { form: randomForm(), name, taxId, installments: String(installments) };
  const press = () => submit(`${String(url)}/card`, fields);
  return {
    checkoutId,
    press,
    reachInvoice: async () => {
      const pressed = await press();
      const action = pressed.headers.get('location') ?? '';
      if (!action.startsWith('/card-actions/')) throw new Error(`no page, but ${action}`);
      const leaving = await submit(action);
      const [invoice = ''] = /https:\/\/127\.0\.0\.1:\d+\/i\/\w+/.exec(leaving.text) ?? [];
      return { chargeId: action.slice('/card-actions/'.length), invoice };
    },
    typeCard: (invoice, number) => typeCard(invoice, ca, number),
  };
}

/** As the payer's browser does it. */
function typeCard(address: string, ca: string, number: string): ReturnType<AsaasBuyer['typeCard']> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const sent = request(address, { method: 'POST', ca, headers, agent: false }, (response) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0, next: response.headers.location ?? '' });
    });
    sent.on('error', reject);
    sent.end(new URLSearchParams({ number }).toString());
  });
}
