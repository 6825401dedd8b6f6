import type { ApiRecord } from '../../../api/records';

type Provider = ApiRecord<'ProviderAccount'>;
export type OrderedMethod = ApiRecord<'ProviderCapabilities'>['method'];
export type Capability = ApiRecord<'ProviderCapabilities'>;

/** An account that takes a method. */
export interface Taking {
  readonly provider: Provider['provider'];
  readonly health: Capability;
}

/** The methods that several accounts take, each with them, the first one first. */
export function findOrders(providers: readonly Provider[]): readonly (readonly [OrderedMethod, readonly Taking[]])[] {
  return (['PIX', 'BOLETO', 'CARD'] as const).flatMap((method) => {
    const taking = providers
      .flatMap(({ provider, capabilities }) =>
        (capabilities ?? []).flatMap((health) => (health.method === method ? [{ provider, health }] : [])),
      )
      .sort((first, second) => first.health.position - second.health.position);
    return taking.length > 1 ? [[method, taking] as const] : [];
  });
}

/** One place up (-1) or down (1); at an end nothing moves. */
export function move<Item>(items: readonly Item[], index: number, by: -1 | 1): readonly Item[] {
  const other = index + by;
  const [one, two] = [items[index], items[other]];
  if (one === undefined || two === undefined) return items;
  return items.map((item, place) => (place === index ? two : place === other ? one : item));
}
