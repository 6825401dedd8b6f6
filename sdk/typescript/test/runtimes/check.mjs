// What every runtime has to do with the installed package, against the server of runtimes.test.ts.
import { Pitanga, PitangaError, webhooks } from '@pitanga-pay/sdk';

export async function check(url) {
  const pitanga = new Pitanga('pit_dev_test', { url });
  const { id } = await pitanga.charges.create({ method: 'PIX', data: { amount: 12345 } });

  const listed = [];
  for await (const charge of pitanga.charges.list({ limit: 2 })) listed.push(charge.id);

  const refused = await pitanga.customers.get('cust_1').catch((error) => error);

  const streamed = [];
  for await (const event of pitanga.events.stream()) {
    streamed.push(event.id);
    if (streamed.length === 3) break;
  }

  const late = await pitanga.store.get({ timeoutMs: 200, maxRetries: 0 }).catch((error) => error);

  const body = JSON.stringify({ id: 'log_1', event: 'transparent.completed', data: { name: 'João' } });
  const secret = `whsec_${btoa('0123456789abcdef0123456789abcdef')}`;
  const headers = await webhooks.sign(body, secret, { id: 'log_1' });
  const { event } = await webhooks.verify(new TextEncoder().encode(body), new Headers(headers), secret);
  const forged = await webhooks.verify(`${body} `, headers, secret).catch((error) => error);

  return {
    id,
    listed,
    refused: [refused instanceof PitangaError, refused.status, refused.code],
    streamed,
    late: late.code,
    event,
    forged: forged.code,
  };
}
