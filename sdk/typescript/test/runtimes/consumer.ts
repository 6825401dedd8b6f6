// Compiled, not run: what the types of the package say, and refuse, with every check of TypeScript on.
import { Pitanga, PitangaError, webhooks, type Charge, type Customer, type Page } from '@pitanga-pay/sdk';

const pitanga = new Pitanga('pit_dev_test', { url: 'http://127.0.0.1:8080', maxRetries: 1 });

export async function collect(): Promise<Charge> {
  const charge = await pitanga.charges.create(
    { method: 'PIX', data: { amount: 12345, externalId: 'order-7' } },
    { idempotencyKey: 'order-7', timeoutMs: 5_000 },
  );
  // @ts-expect-error there is no such method
  await pitanga.charges.create({ method: 'PAX', data: { amount: 1 } });
  // @ts-expect-error a charge has an amount
  await pitanga.charges.create({ data: {} });
  // @ts-expect-error what only reads has no idempotency key
  await pitanga.charges.get('pix_char_1', { idempotencyKey: 'order-7' });
  // @ts-expect-error there is no such operation
  await pitanga.charges.destroy('pix_char_1');
  return charge;
}

export async function names(): Promise<string[]> {
  const page: Page<Customer> = await pitanga.customers.list({ limit: 10 });
  const next: string | null = page.pagination.next;
  const found: string[] = next === null ? [] : [next];
  for await (const customer of pitanga.customers.list()) found.push(customer.id);
  const file: string = await pitanga.bankStatement.export({ format: 'ofx' });
  // @ts-expect-error there is no such format
  await pitanga.bankStatement.export({ format: 'pdf' });
  return [...found, file];
}

export async function receive(body: Uint8Array, headers: Headers): Promise<string> {
  const event = await webhooks.verify(body, headers, 'whsec_');
  switch (event.event) {
    case 'transparent.completed':
      // @ts-expect-error a charge's event has no payout
      return event.data.withdraw ?? event.data.transparent.id;
    case 'payout.completed':
      return event.data.withdraw.id;
    default:
      return event.id;
  }
}

export async function watch(): Promise<void> {
  for await (const event of pitanga.events.stream({ after: 'evt_1' })) {
    if (event.event === 'subscription.renewed') console.log(event.data.subscription.id);
  }
}

export function explain(error: unknown): string {
  if (!(error instanceof PitangaError)) throw error;
  if (error.code === 'CUSTOMER_NOT_FOUND' || error.code === 'TIMED_OUT') return error.message;
  // @ts-expect-error there is no such code
  if (error.code === 'CUSTOMER_LOST') return '';
  return `${error.status} ${error.requestId ?? ''} ${error.retryAfterMs ?? 0}`;
}
