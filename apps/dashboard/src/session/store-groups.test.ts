import { orderInGroups, pickFirstGroups } from './store-groups';

const store = (id: string, sandboxOf: string | null = null) => ({ id, sandboxOf });
const stores = [store('a'), store('b'), store('c'), store('a1', 'a'), store('b1', 'b'), store('a2', 'a')];
const idsOf = (found: readonly { readonly id: string }[]) => found.map(({ id }) => id);

describe('stores with their sandboxes', () => {
  it('stand in groups: each store, and behind it its sandboxes', () => {
    expect(idsOf(orderInGroups(stores))).toEqual(['a', 'a1', 'a2', 'b', 'b1', 'c']);
  });

  it('are counted as one: sandboxes push no store out of a short list', () => {
    expect(idsOf(pickFirstGroups(stores, 2))).toEqual(['a', 'a1', 'a2', 'b', 'b1']);
  });
});
