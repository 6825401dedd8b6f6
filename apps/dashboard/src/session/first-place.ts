import { environmentNames, type lastPlace } from './environment';
import type { Membership } from './me';
import { isSandbox } from './store-groups';

/**
 * Where a person begins: where they were last, else in the test environment of their only store, else with the choice
 * among their stores, else with creating one. The store of a sandbox that was reset or deleted since is none of theirs.
 */
export function chooseFirstPlace(
  stores: readonly Pick<Membership, 'id' | 'sandboxOf'>[],
  last: ReturnType<typeof lastPlace>,
): string {
  const own = stores.filter((one) => !isSandbox(one));
  const known = stores.find(({ id }) => id === last?.storeId);
  if (known && last) return `/${known.id}/${environmentNames[last.environment]}`;
  const [first] = own;
  if (first && own.length === 1) return `/${first.id}/${environmentNames.dev}`;
  return first ? '/stores' : '/stores/create';
}
