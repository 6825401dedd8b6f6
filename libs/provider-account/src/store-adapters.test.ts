import { toTenant } from '@pitanga/core';
import { createStoreAdapters } from './store-adapters';

const tenant = toTenant('store_1', false);

/** Adapters of one store, whose account and clock the test changes. */
function someAdapters() {
  const state = { nowMs: 0, account: { updatedAt: new Date(1) } as { updatedAt: Date } | undefined, finds: 0 };
  const closed: number[] = [];
  let created = 0;
  const adapters = createStoreAdapters({
    clock: { real: () => new Date(state.nowMs) },
    find: () => {
      state.finds += 1;
      return Promise.resolve(state.account);
    },
    create: () => {
      created += 1;
      const id = created;
      return { id, close: () => closed.push(id) };
    },
  });
  return { adapters, state, closed };
}

describe('the adapters of stores', () => {
  it('read the account once for 24 simultaneous calls, and give all the same adapter', async () => {
    const { adapters, state } = someAdapters();
    const found = await Promise.all(Array.from({ length: 24 }, () => adapters.of(tenant)));
    expect(new Set(found.map((adapter) => adapter?.id))).toEqual(new Set([1]));
    expect(state.finds).toBe(1);
  });

  it('keep the adapter of an account that is read again unchanged, and replace that of a changed one', async () => {
    const { adapters, state } = someAdapters();
    const first = await adapters.of(tenant);
    state.nowMs = 5_000;
    expect(await adapters.of(tenant)).toBe(first);
    state.account = { updatedAt: new Date(2) };
    state.nowMs = 10_000;
    expect(await adapters.of(tenant)).toMatchObject({ id: 2 });
    expect(state.finds).toBe(3);
  });

  it('read an account anew once it is forgotten', async () => {
    const { adapters, state } = someAdapters();
    await adapters.of(tenant);
    state.account = undefined;
    adapters.forget(tenant.storeId);
    expect(await adapters.of(tenant)).toBeUndefined();
  });

  it('are none in dev mode, without a read', async () => {
    const { adapters, state } = someAdapters();
    expect(await adapters.of(toTenant('store_1', true))).toBeUndefined();
    expect(state.finds).toBe(0);
  });

  it('are closed together', async () => {
    const { adapters, closed } = someAdapters();
    await adapters.of(tenant);
    await adapters.of(toTenant('store_2', false));
    adapters.close();
    expect(closed).toEqual([1, 2]);
  });
});
