import type { Membership } from './me';

type Grouped = Pick<Membership, 'id' | 'sandboxOf'>;

export function isSandbox({ sandboxOf }: Pick<Grouped, 'sandboxOf'>): boolean {
  return sandboxOf !== null;
}

/** Each store, and behind it its sandboxes; the order among them is kept. */
export function orderInGroups<Store extends Grouped>(stores: readonly Store[]): readonly Store[] {
  return stores
    .filter((one) => !isSandbox(one))
    .flatMap((store) => [store, ...stores.filter(({ sandboxOf }) => sandboxOf === store.id)]);
}

/** Those of the first few stores, with all their sandboxes. */
export function pickFirstGroups<Store extends Grouped>(stores: readonly Store[], max: number): readonly Store[] {
  const first = new Set(
    stores
      .filter((one) => !isSandbox(one))
      .slice(0, max)
      .map(({ id }) => id),
  );
  return orderInGroups(stores).filter(({ id, sandboxOf }) => first.has(sandboxOf ?? id));
}
