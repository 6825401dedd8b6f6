import { waitFor } from '@pitanga/testing';
import { aCpf, type Answer } from './api';
import { findInMail } from './sent-mail';

/** The code that was mailed to a buyer last, after its label: a receipt has six digits elsewhere. */
export function mailedCode(baseUrl: string, email: string): Promise<string> {
  return waitFor(`the code for ${email}`, () => findInMail(baseUrl, email, /Código:?\s*(\d{6})\b/, ''));
}

/** Opens a portal as its customer does; answers the cookie of the session. */
async function signIn(url: string, email: string): Promise<string> {
  const post = (fields: Readonly<Record<string, string>>) =>
    fetch(`${url}/code`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
  const led = (await post({ email })).headers.get('location') ?? '';
  const ask = new URL(led, url).searchParams.get('ask') ?? '';
  const opened = await post({ ask, email, code: await mailedCode(new URL(url).origin, email) });
  const cookie = opened.headers.get('set-cookie')?.split(';', 1)[0];
  if (cookie === undefined) throw new Error(`the portal did not open: ${String(opened.status)}`);
  return cookie;
}

/** The customer buys something, and asks for the money back in the portal of it. */
export async function askInPortal(
  post: (path: string, body: object) => Promise<Answer['json']>,
  { id: customerId, email }: { readonly id: string; readonly email: string },
  reason: string,
): Promise<void> {
  const externalId = `item-${aCpf()}`;
  await post('/v2/products/create', { externalId, name: 'Caderno', price: 2_500 });
  const body = { items: [{ id: externalId }], methods: ['PIX'], customerId };
  const { id: checkoutId } = await post('/v2/checkouts/create', body);
  const { payments } = await post('/v2/checkouts/simulate-payment', { id: checkoutId });
  const { url } = await post('/v2/customer-portal/create', { customerId, checkoutId });
  const cookie = await signIn(url, email);
  const fields = new URLSearchParams({ charge: payments[0].id, reason });
  const asked = await fetch(`${String(url)}/refund`, {
    method: 'POST',
    headers: { cookie },
    body: fields,
    redirect: 'manual',
  });
  expect(asked.status).toBe(303);
}
