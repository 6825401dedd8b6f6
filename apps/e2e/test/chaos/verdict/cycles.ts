import type { Load } from '../load/load';
import { all } from './lists';

const dayMs = 86_400_000;

/** Every subscription was collected once for every month that the test clock has passed. */
export async function compareCycles({ books, stores }: Load): Promise<string[]> {
  const faults: string[] = [];
  for (const { id } of books.subscriptions) {
    const found = await stores.subscriptions.untilAnswered({
      operation: 'check',
      path: `/v2/subscriptions/get?id=${id}`,
    });
    const cycles: { number: number; status: string; dueAt: string }[] = await all(
      {
        ...stores.subscriptions,
        ask: (request) => stores.subscriptions.ask({ ...request, path: `${request.path}&id=${id}` }),
      },
      '/v2/subscriptions/cycles',
    );
    const numbers = cycles.map(({ number }) => number).sort((first, second) => first - second);
    const unpaid = cycles.filter(({ status }) => status !== 'PAID');
    const isWhole = numbers.every((number, index) => number === (numbers[0] ?? 0) + index);
    const last = Math.max(...cycles.map(({ dueAt }) => Date.parse(dueAt)));
    const sinceMs = books.clockAt === undefined ? 0 : books.clockAt.getTime() - last;
    if (found.status !== 'ACTIVE') faults.push(`subscription ${id} is ${String(found.status)}`);
    if (unpaid.length > 0 || !isWhole) faults.push(`subscription ${id} has cycles ${JSON.stringify(cycles)}`);
    // A month has at most 31 days: a later one would be due.
    if (sinceMs > 31 * dayMs) {
      const moved = books.clockAt?.toISOString() ?? '';
      faults.push(
        `subscription ${id} was not renewed; the clock was moved to ${moved}, it is ${JSON.stringify(found)}`,
      );
    }
  }
  return faults;
}
