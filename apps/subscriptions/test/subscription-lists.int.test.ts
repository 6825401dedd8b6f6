import type { ListSubscriptionsRequest } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { aTenant, startBeforeAll, testIds } from '@pitanga/testing';
import type { Subscription } from '../src/subscriptions/subscription';
import { listSubscriptions } from '../src/subscriptions/subscription-queries';
import { cancelled, seedSubscriptions, startWholeService } from './running-service';
import { dayMs, noon } from './subscriptions-harness';

const running = startBeforeAll(startWholeService);

const seed = (tenant: Tenant, changes: readonly Partial<Subscription>[]) =>
  seedSubscriptions(running.db, tenant, changes);

describe('the newest subscriptions of checkouts', () => {
  it('are one of each, ACTIVE ones first, of the store alone', async () => {
    const tenant = aTenant();
    const [older, newer, , ended] = await seed(tenant, [
      { checkoutId: 'bill_1', customerId: 'cust_1' },
      { checkoutId: 'bill_1', customerId: 'cust_2' },
      { checkoutId: 'bill_1', customerId: 'cust_3', ...cancelled },
      { checkoutId: 'bill_2', customerId: 'cust_1', ...cancelled },
      { checkoutId: 'bill_3', customerId: 'cust_1' },
    ]);
    await seed(aTenant(), [{ checkoutId: 'bill_2' }]);
    const newest = async (checkoutIds: string[], of = tenant) => {
      const found = await running.client.listNewestSubscriptions(
        { tenant: of, checkoutIds },
        { requestId: 'req_test' },
      );
      return found.subscriptions.map(({ id }) => id).sort();
    };
    expect(older?.id).not.toBe(newer?.id);
    expect(await newest(['bill_1', 'bill_2', 'bill_4', 'bill_1'])).toEqual([newer?.id, ended?.id].sort());
    expect(await newest([])).toEqual([]);
    expect(await newest(['bill_1'], { ...tenant, devMode: !tenant.devMode })).toEqual([]);
  });
});

function page(limit: number, after?: string): ListSubscriptionsRequest['page'] {
  return { limit, after, before: undefined, createdFrom: undefined, createdTo: undefined };
}

function list(tenant: Tenant, changes: Partial<ListSubscriptionsRequest> = {}) {
  const filters = { checkoutId: undefined, customerId: undefined, status: undefined, externalId: undefined };
  return running.client.listSubscriptions(
    { tenant, page: page(100), ...filters, ...changes },
    { requestId: 'req_test' },
  );
}

async function listedIds(tenant: Tenant, changes: Partial<ListSubscriptionsRequest> = {}): Promise<string[]> {
  return (await list(tenant, changes)).subscriptions.map(({ id }) => id);
}

/** The one statement that `work` runs. */
async function statementOf(work: () => Promise<unknown>): Promise<{ sql: string; bindings: string[] }> {
  const seen: { sql: string; bindings: string[] }[] = [];
  const listener = (query: { sql: string; bindings: string[] }): void => void seen.push(query);
  running.db.on('query', listener);
  await work();
  running.db.removeListener('query', listener);
  expect(seen).toHaveLength(1);
  return { sql: seen[0]!.sql.replaceAll(/\$\d+/g, '?'), bindings: seen[0]!.bindings };
}

describe('listing subscriptions', () => {
  it('gives the whole record, newest first, with metadata untouched', async () => {
    const tenant = aTenant();
    const full: Partial<Subscription> = {
      ...cancelled,
      externalId: 'plano-1',
      agreedCoupons: ['DEZ', 'VINTE'].map((code) => ({ code, kind: 'PERCENTAGE', discount: 1_000 })),
      trialDays: 7,
      trialEndsAt: new Date('2026-11-28T02:59:59.999Z'),
      metadataJson: '{"b": 1.0, "a":  [true]}',
    };
    const [older, newer] = await seed(tenant, [{}, full]);
    const answer = await list(tenant);
    expect(answer.subscriptions.map(({ id }) => id)).toEqual([newer?.id, older?.id]);
    expect(answer.subscriptions[0]).toEqual({
      id: newer?.id,
      devMode: true,
      checkoutId: newer?.checkoutId,
      customerId: newer?.customerId,
      externalId: 'plano-1',
      productId: newer?.productId,
      quantity: 1,
      amountCents: 4_990,
      method: 'PAYMENT_METHOD_CARD',
      status: 'SUBSCRIPTION_STATUS_CANCELLED',
      cycle: 'MONTHLY',
      coupons: ['DEZ', 'VINTE'],
      retryPolicy: { maxRetry: 3, retryEveryDays: 1 },
      effectiveRetryPolicy: { maxRetry: 3, retryEveryDays: 1 },
      pastDue: false,
      nextRetryAt: undefined,
      trialDays: 7,
      trialEndsAt: full.trialEndsAt,
      nextChargeAt: undefined,
      canceledAt: noon,
      cancelPolicy: 'NOW',
      cancelledDueTo: 'max_payment_retries_exceeded',
      metadataJson: '{"b": 1.0, "a":  [true]}',
      createdAt: newer?.createdAt,
      updatedAt: newer?.updatedAt,
    });
  });

  it('pages without repeating or missing a subscription', async () => {
    const tenant = aTenant();
    const seeded = await seed(tenant, [{}, {}, {}, {}, {}]);
    const first = await list(tenant, { page: page(2) });
    const second = await list(tenant, { page: page(2, first.page?.next) });
    const third = await list(tenant, { page: page(2, second.page?.next) });
    const ids = [first, second, third].flatMap((answer) => answer.subscriptions.map(({ id }) => id));
    expect(ids).toEqual(seeded.map(({ id }) => id).reverse());
    expect([first, second, third].map((answer) => answer.page?.hasMore)).toEqual([true, true, false]);
  });

  it('filters by id, checkout, customer, status and externalId, all at once', async () => {
    const tenant = aTenant();
    const [active, ended] = await seed(tenant, [{ externalId: 'a' }, { externalId: 'b', ...cancelled }]);
    expect(await listedIds(tenant, { id: ended?.id })).toEqual([ended?.id]);
    expect(await listedIds(tenant, { id: 'subs_nope' })).toEqual([]);
    expect(await listedIds(tenant, { id: ended?.id, externalId: 'a' })).toEqual([]);
    expect(await listedIds(tenant, { checkoutId: active?.checkoutId })).toEqual([active?.id]);
    expect(await listedIds(tenant, { customerId: ended?.customerId })).toEqual([ended?.id]);
    expect(await listedIds(tenant, { customers: { ids: [ended?.customerId ?? '', 'cust_none'] } })).toEqual([
      ended?.id,
    ]);
    expect(await listedIds(tenant, { customers: { ids: [] } })).toEqual([]);
    expect(await listedIds(tenant, { status: 'SUBSCRIPTION_STATUS_CANCELLED' })).toEqual([ended?.id]);
    expect(await listedIds(tenant, { externalId: 'a' })).toEqual([active?.id]);
    expect(await listedIds(tenant, { externalId: 'a', status: 'SUBSCRIPTION_STATUS_CANCELLED' })).toEqual([]);
  });

  it('finds the few past due by their index, as their records say', async () => {
    const tenant = aTenant();
    const begun = { cycleBegunAt: noon };
    const seeded = await seed(tenant, [
      {},
      { ...begun, attempts: 1 },
      { ...begun, attempts: 1, step: 'CHARGE' },
      { ...begun, attempts: 2, step: 'CHARGE' },
      { ...begun, attempts: 2, uncounted: 2 },
      { ...begun, attempts: 3, ...cancelled },
    ]);
    const late = [seeded[3]?.id, seeded[1]?.id];
    expect(await listedIds(tenant, { pastDue: true })).toEqual(late);
    expect((await list(tenant, { pastDue: true })).subscriptions.every(({ pastDue }) => pastDue)).toBe(true);
    const rest = (await listedIds(tenant)).filter((id) => !late.includes(id));
    expect(await listedIds(tenant, { pastDue: false })).toEqual(rest);
    expect(await listedIds(tenant, { pastDue: true, status: 'SUBSCRIPTION_STATUS_ACTIVE' })).toEqual(late);
    await seed(
      tenant,
      Array.from({ length: 300 }, () => ({})),
    );
    await running.db.raw('analyze subscriptions');
    const { sql, bindings } = await statementOf(() =>
      listSubscriptions(running.db, tenant, page(100)!, { isPastDue: true }),
    );
    const { rows } = await running.db.transaction(async (tx) => {
      await tx.raw('set local enable_seqscan = off');
      return tx.raw<{ rows: { 'QUERY PLAN': string }[] }>(`explain ${sql}`, bindings);
    });
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('subscriptions_past_due_idx');
  });

  it('merges the statuses of one externalId or checkout, page by page in the one order', async () => {
    const tenant = aTenant();
    const same = { externalId: 'a', checkoutId: 'bill_same' };
    const seeded = await seed(tenant, [same, { ...same, ...cancelled }, same, {}, { ...same, ...cancelled }]);
    const expected = [4, 2, 1, 0].map((index) => seeded[index]?.id);
    for (const filter of [{ externalId: 'a' }, { checkoutId: 'bill_same' }]) {
      const first = await list(tenant, { page: page(3), ...filter });
      const second = await list(tenant, { page: page(3, first.page?.next), ...filter });
      expect([...first.subscriptions, ...second.subscriptions].map(({ id }) => id)).toEqual(expected);
    }
  });

  it('has those of a date by when they began, though the id was made with a Pix code a day before', async () => {
    const tenant = aTenant();
    const hour = (hours: number) => new Date(noon.getTime() + hours * 3_600_000);
    const shown = testIds.next('subscription', noon);
    const [paid, same] = await seed(tenant, [{ id: shown, createdAt: hour(24) }, { createdAt: hour(24) }]);
    await seed(tenant, [{ createdAt: hour(23) }, { createdAt: hour(25) }]);
    const range = { ...page(100)!, createdFrom: hour(24), createdTo: hour(25) };
    expect(await listedIds(tenant, { page: range })).toEqual([same?.id, paid?.id]);
  });

  it('reads of a date in the far past the day around it, not all that came since', async () => {
    const tenant = aTenant();
    await seed(
      tenant,
      Array.from({ length: 300 }, (_, index) => ({ createdAt: new Date(noon.getTime() - index * dayMs) })),
    );
    await running.db.raw('analyze subscriptions');
    const day = (index: number) => new Date(noon.getTime() - index * dayMs);
    const range = { ...page(100)!, createdFrom: day(250), createdTo: day(248) };
    const { sql, bindings } = await statementOf(() => listSubscriptions(running.db, tenant, range, {}));
    const { rows } = await running.db.transaction(async (tx) => {
      await tx.raw('set local enable_seqscan = off');
      return tx.raw<{ rows: { 'QUERY PLAN': string }[] }>(`explain (analyze, costs off, timing off) ${sql}`, bindings);
    });
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('subscriptions_pkey');
    expect(plan).toMatch(/rows=2\b/);
    expect(Number(/Rows Removed by Filter: (\d+)/.exec(plan)?.[1] ?? 0)).toBeLessThan(5);
  });

  it('shows nothing of another store or environment, whose ids are no cursors either', async () => {
    const tenant = aTenant();
    const [subscription] = await seed(tenant, [{}]);
    for (const other of [aTenant(), { ...tenant, devMode: false }]) {
      expect(await listedIds(other)).toEqual([]);
      const beyond = list(other, { page: page(2, subscription?.id) });
      await expect(beyond).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT' });
    }
  });
});
