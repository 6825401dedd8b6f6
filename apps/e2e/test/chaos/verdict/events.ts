import { shops } from '../load/books';
import type { Load, StoreName } from '../load/load';
import { eventTypes } from '../load/receivers';
import { all } from './lists';

/** What an event says, which its deliveries repeat under ids of their own. */
interface Told {
  readonly event: string;
  readonly data: unknown;
}

const contentOf = ({ event, data }: Told): string => `${event} ${JSON.stringify(data)}`;

/** Events that an endpoint has not got, and those that it was told as two. */
export interface Delivered {
  readonly missing: readonly string[];
  readonly doubled: readonly string[];
}

/** Compares what every endpoint has got with the list of its store's events. */
export async function compareDeliveries(load: Load): Promise<Delivered> {
  const missing: string[] = [];
  const doubled: string[] = [];
  for (const name of Object.keys(load.stores) as StoreName[]) {
    if (load.endpoints[name].length === 0) continue;
    const events: (Told & { id: string })[] = await all(load.stores[name], '/v2/events/list');
    for (const endpoint of load.endpoints[name]) {
      const idsOf = new Map<string, Set<string>>();
      for (const { body } of endpoint.receiver.seen) {
        const told = JSON.parse(body) as Told & { id: string };
        idsOf.set(contentOf(told), (idsOf.get(contentOf(told)) ?? new Set()).add(told.id));
      }
      for (const event of events.filter((one) => eventTypes.includes(one.event))) {
        const count = idsOf.get(contentOf(event))?.size ?? 0;
        if (count === 0) missing.push(`${event.event} ${event.id} has not reached the endpoint ${endpoint.name}`);
        if (count > 1)
          doubled.push(`${event.event} ${event.id} came to the endpoint ${endpoint.name} as ${String(count)}`);
      }
    }
  }
  return { missing, doubled };
}

/** Every fact that a client was told has one event. */
export async function compareEvents({ books, stores }: Load): Promise<string[]> {
  const faults: string[] = [];
  for (const shop of shops) {
    const count = new Map<string, number>();
    for (const { event, data } of await all(stores[shop], '/v2/events/list')) {
      const about = data.refund?.id ?? data.transparent?.id ?? data.transfer?.id ?? data.withdraw?.id;
      const fact = `${String(event)} of ${String(about)}`;
      count.set(fact, (count.get(fact) ?? 0) + 1);
    }
    const charges = books.charges.filter((charge) => charge.shop === shop);
    const facts = [
      ...charges.filter(({ isPaid }) => isPaid).map(({ id }) => `transparent.completed of ${id}`),
      ...charges.flatMap(({ refunds }) => refunds.map(({ id }) => `transparent.refunded of ${id}`)),
      ...books.transfers
        .filter((transfer) => transfer.shop === shop)
        .map(({ kind, id }) => `${kind}.completed of ${id}`),
    ];
    for (const fact of facts) {
      const times = count.get(fact) ?? 0;
      if (times !== 1) faults.push(`${fact} has ${String(times)} events`);
    }
  }
  return faults;
}
