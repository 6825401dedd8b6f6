import { startBeforeAll } from '@pitanga/testing';
import type { FakeProvider } from './fake-provider';
import { activePayout, call, create, factsOf, get, rowsOf, runJob, startPayouts } from './payouts-harness';
import { productionPayouts, startProviderWithKeys } from './production-payouts';

const payouts = startBeforeAll(startPayouts);
let fake: FakeProvider;
beforeEach(async () => {
  fake = await startProviderWithKeys();
  await payouts.deps.db('payouts').delete();
});
afterEach(() => fake.stop());

const { aStore, aSent, callBack, sends, stateOf } = productionPayouts(
  () => payouts,
  () => fake,
);

describe('production payouts', () => {
  test('go through the store’s provider and end by its signed callback, from what it answers then', async () => {
    const tenant = await aStore();
    const payout = await aSent(tenant);
    expect([(await get(payouts, tenant, payout)).status, stateOf(payout)]).toEqual(['PAYOUT_STATUS_PENDING', 'HELD']);
    fake.end(payout.id, 'COMPLETE');
    await callBack(tenant, payout);
    await runJob(payouts.deps);
    const { endToEndId } = fake.payouts.get(payout.id) ?? {};
    expect(await get(payouts, tenant, payout)).toMatchObject({ status: 'PAYOUT_STATUS_COMPLETE', endToEndId });
    expect([stateOf(payout), sends()]).toEqual(['SETTLED', 1]);
  });

  test('whose provider tells of a failure return the money', async () => {
    const tenant = await aStore();
    const payout = await aSent(tenant);
    fake.end(payout.id, 'FAILED', 'ACCOUNT_CLOSED');
    await callBack(tenant, payout);
    await runJob(payouts.deps);
    expect(await get(payouts, tenant, payout)).toMatchObject({
      status: 'PAYOUT_STATUS_FAILED',
      failureReason: 'ACCOUNT_CLOSED',
      failure: 'PAYOUT_FAILURE_REASON_ACCOUNT_CLOSED',
      providerCode: 'ACCOUNT_CLOSED',
    });
    expect([stateOf(payout), payouts.ledger.available(tenant)]).toEqual(['RELEASED', 100_000]);
  });

  test('whose order lost its answer after the provider took it are never sent again', async () => {
    const tenant = await aStore();
    fake.loseAnswer('PUT', 'cut');
    const payout = await aSent(tenant);
    fake.end(payout.id, 'COMPLETE');
    for (const seconds of [5, 60, 600]) {
      payouts.clock.advance(seconds * 1_000);
      await runJob(payouts.deps);
    }
    expect([stateOf(payout), sends(), fake.payouts.size]).toEqual(['SETTLED', 1, 1]);
    expect(await factsOf(payouts, payout.id)).toEqual(['payout.created', 'payout.completed']);
  });

  test('outlive a provider that is down before, during and after the order', async () => {
    const tenant = await aStore();
    const payout = await create(payouts, tenant);
    fake.answerNext(3, 503);
    for (const seconds of [0, 5, 60, 600, 3_600, 3_600]) {
      payouts.clock.advance(seconds * 1_000);
      await runJob(payouts.deps);
      await runJob(payouts.deps);
      if (fake.payouts.size > 0) fake.end(payout.id, 'COMPLETE');
    }
    expect([stateOf(payout), fake.payouts.size]).toEqual(['SETTLED', 1]);
    expect(await factsOf(payouts, payout.id)).toEqual(['payout.created', 'payout.completed']);
  });

  test('a callback that comes before the answer to the order ends the payout once', async () => {
    const tenant = await aStore();
    fake.next = 'COMPLETE';
    const payout = await create(payouts, tenant);
    fake.beforeAnswer = async (request) => {
      if (!request.startsWith('PUT')) return;
      fake.beforeAnswer = undefined;
      await callBack(tenant, payout);
      await runJob(payouts.deps);
      expect(stateOf(payout)).toBe('SETTLED');
    };
    await runJob(payouts.deps);
    expect(await factsOf(payouts, payout.id)).toEqual(['payout.created', 'payout.completed']);
  });

  test('callbacks that come twice, late or about nothing change nothing', async () => {
    const tenant = await aStore();
    const payout = await aSent(tenant);
    await Promise.all([1, 2, 3].map(() => callBack(tenant, payout)));
    await runJob(payouts.deps);
    expect((await get(payouts, tenant, payout)).status).toBe('PAYOUT_STATUS_PENDING');
    fake.end(payout.id, 'COMPLETE');
    await callBack(tenant, payout);
    await runJob(payouts.deps);
    const asked = fake.seen.length;
    payouts.clock.advance(86_400_000);
    await callBack(tenant, payout);
    await callBack(tenant, { ...payout, id: 'tran_unknown' });
    await runJob(payouts.deps);
    // Money may come back: a callback about one that is COMPLETE is followed, too.
    expect(fake.seen).toHaveLength(asked + 1);
    expect(await factsOf(payouts, payout.id)).toEqual(['payout.created', 'payout.completed']);
  });

  test('that come back are available again without the fee, by a callback or at the next time of asking', async () => {
    const tenant = await aStore();
    fake.next = 'COMPLETE';
    const [told, untold] = [await aSent(tenant), await aSent(tenant)];
    const comesBack = (payout: { readonly id: string }, returnedAmount: number) =>
      Object.assign(fake.payouts.get(payout.id) ?? {}, { returnedAmount });
    comesBack(told, 2_000);
    await callBack(tenant, told);
    await runJob(payouts.deps);
    expect(await get(payouts, tenant, told)).toMatchObject({ status: 'PAYOUT_STATUS_COMPLETE', returnedCents: 2_000 });
    comesBack(told, 5_000);
    // A second callback while the provider is asked counts, whatever that answer was.
    fake.beforeAnswer = async () => {
      fake.beforeAnswer = undefined;
      await callBack(tenant, told);
    };
    await callBack(tenant, told);
    await runJob(payouts.deps);
    await runJob(payouts.deps);
    comesBack(untold, 5_000);
    payouts.clock.advance(3_600_000);
    await runJob(payouts.deps);
    for (const payout of [told, untold]) {
      expect(await get(payouts, tenant, payout)).toMatchObject({
        status: 'PAYOUT_STATUS_RETURNED',
        returnedCents: 5_000,
        endToEndId: fake.payouts.get(payout.id)?.endToEndId,
      });
    }
    expect(payouts.ledger.available(tenant)).toBe(100_000 - 2 * 80);
    const accounts = payouts.ledger.accounts.filter(({ holdId }) => holdId === untold.id);
    expect(accounts).toMatchObject([{ sentBy: 'HTTP_PAYOUTS' }, { backTo: 'HTTP_PAYOUTS' }]);
    const ended = ['payout.created', 'payout.completed', 'payout.returned'];
    expect(await factsOf(payouts, untold.id)).toEqual(ended);
    expect(await factsOf(payouts, told.id)).toEqual([...ended, 'payout.returned']);
    const asked = fake.seen.length;
    payouts.clock.advance(91 * 86_400_000);
    await callBack(tenant, told);
    await runJob(payouts.deps);
    expect(fake.seen).toHaveLength(asked);
  });

  test('are asked about for 91 days after they were complete, also when the provider does not always answer', async () => {
    const tenant = await aStore();
    fake.next = 'COMPLETE';
    const payout = await aSent(tenant);
    fake.answerNext(1, 503);
    const asked = fake.seen.length;
    for (let hour = 0; hour < 92 * 24; hour += 1) {
      payouts.clock.advance(3_600_000);
      await runJob(payouts.deps);
    }
    expect(fake.seen.length - asked).toBe(10);
    expect((await activePayout(payouts, tenant, payout.id)).step).toBe('DONE');
    // Later still, a callback is followed.
    Object.assign(fake.payouts.get(payout.id) ?? {}, { returnedAmount: 5_000 });
    await callBack(tenant, payout);
    await runJob(payouts.deps);
    expect((await get(payouts, tenant, payout)).status).toBe('PAYOUT_STATUS_RETURNED');
  });

  test('callbacks of a stranger, of long ago, or with another store’s payout are of no use', async () => {
    const [tenant, other] = [await aStore(), await aStore()];
    const payout = await aSent(tenant);
    const before = (await activePayout(payouts, tenant, payout.id)).runAt;
    await expect(callBack(tenant, payout, 'x'.repeat(32))).rejects.toMatchObject({ kind: 'UNAUTHENTICATED' });
    const longAgo = new Date(payouts.clock.real().getTime() - 301_000);
    await expect(callBack(tenant, payout, undefined, longAgo)).rejects.toMatchObject({ kind: 'UNAUTHENTICATED' });
    await callBack(other, payout);
    expect((await activePayout(payouts, tenant, payout.id)).runAt).toEqual(before);
    const nowhere = { segment: 'x'.repeat(43), ...fake.callback(payout.id, payouts.clock.real()) };
    await expect(payouts.client.receivePayoutCallback(nowhere, call())).rejects.toMatchObject({ kind: 'NOT_FOUND' });
  });

  test('are withdrawals to the holder’s own keys only, and the provider is asked before anything is held', async () => {
    const tenant = await aStore();
    await expect(create(payouts, tenant, { pixKey: 'bia@example.com' })).rejects.toMatchObject({
      message: 'A chave Pix não pertence ao titular da conta.',
    });
    await expect(create(payouts, tenant, { pixKey: 'nobody@example.com' })).rejects.toMatchObject({
      message: 'The Pix key does not exist',
    });
    fake.answerNext(1, 503);
    await expect(create(payouts, tenant)).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
    expect([await rowsOf(payouts, tenant), payouts.ledger.available(tenant)]).toEqual([[], 100_000]);
    await create(payouts, tenant, { kind: 'PAYOUT_KIND_TRANSFER', pixKey: 'bia@example.com' });
  });
});

describe('a repeat by its Idempotency-Key', () => {
  const asks = () => fake.seen.filter((request) => request.includes('/keys/lookup')).length;

  test('is answered without asking anybody, whatever has become of key and provider, also without an externalId', async () => {
    const tenant = await aStore();
    const asked = { externalId: '' };
    const first = await create(payouts, tenant, asked, call('k'));
    fake.owners.clear();
    fake.answerNext(9, 503);
    expect(await create(payouts, tenant, asked, call('k'))).toEqual(first);
    await payouts.accounts.removePayoutAccount({ storeId: tenant.storeId }, call());
    expect(await create(payouts, tenant, asked, call('k'))).toEqual(first);
    expect([asks(), (await rowsOf(payouts, tenant)).length]).toEqual([1, 1]);
  });
});
