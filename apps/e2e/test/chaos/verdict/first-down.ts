import { setTimeout as delay } from 'node:timers/promises';
import { downKinds } from '../faults/plan';
import type { Recorder } from '../load/asking';
import type { Load } from '../load/load';
import type { Providers } from '../load/providers';

const rounds = 2;
const atOnce = 4;
const amount = 1_000;

/**
 * In each way in which the first account can be down, while nothing else fails: every Pix is made, by the second, without a
 * repeat by its client.
 */
export async function pixWithoutFirst(load: Load, providers: Providers, recorder: Recorder): Promise<void> {
  const { first, second } = providers.accounts;
  for (const kind of downKinds) {
    // Neither rests from what was before, so that the first is asked.
    const known = first.books.charges().length;
    while (first.books.charges().length === known) {
      await makePix(load, recorder, true);
      await delay(200);
    }
    const restore = providers.takeDown(kind);
    const before = second.books.payments.length;
    for (let round = 0; round < rounds; round += 1) {
      await Promise.all(Array.from({ length: atOnce }, () => makePix(load, recorder, false)));
    }
    restore();
    const made = second.books.payments.length - before;
    if (made !== rounds * atOnce) recorder.violate(`while the ${kind}, the second made ${String(made)} Pix`);
  }
}

async function makePix({ books, stores, newKey }: Load, recorder: Recorder, mayRepeat: boolean): Promise<void> {
  const key = newKey();
  const body = { method: 'PIX', data: { amount, externalId: key } };
  const request = { operation: 'create PIX, first down', path: '/v2/transparents/create', body, key };
  const answer = mayRepeat ? undefined : await stores.pair.ask(request);
  if (answer !== undefined && answer.status !== 200) {
    recorder.violate(
      `a Pix was not made by the second account: ${String(answer.status)} ${String(answer.json?.error)}`,
    );
  }
  // What is not made at once is made by a repeat, so that the books know it.
  const charge = answer?.status === 200 ? answer.json.data : await stores.pair.untilAnswered(request);
  if (charge) books.charges.push({ shop: 'pair', externalId: key, id: charge.id, amount, isPaid: false, refunds: [] });
}
