import type { Payout } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { startBeforeAll } from '@pitanga/testing';
import type { FakeProvider } from './fake-provider';
import { call, create, runJob, startPayouts } from './payouts-harness';
import { productionPayouts, startProviderWithKeys } from './production-payouts';

const payouts = startBeforeAll(startPayouts);
let fake: FakeProvider;
beforeEach(async () => {
  fake = await startProviderWithKeys();
  await payouts.deps.db('payouts').delete();
});
afterEach(() => fake.stop());

const { segments, aStore, configure, aSent, sends, stateOf } = productionPayouts(
  () => payouts,
  () => fake,
);

describe('another account at the same provider', () => {
  const stillOpen = { kind: 'FAILED_PRECONDITION', reason: 'PAYOUTS_STILL_OPEN' };
  const other = { token: 'token-of-another-account' };

  /** A payout whose provider took the order and did not answer. */
  async function anUnknown(over: object): Promise<{ tenant: Tenant; payout: Payout }> {
    const tenant = await payouts.aStore(false);
    await configure(tenant, over);
    fake.loseAnswer('PUT', 'cut');
    return { tenant, payout: await aSent(tenant) };
  }

  async function anHourLater(): Promise<void> {
    for (let time = 0; time < 6; time += 1) {
      payouts.clock.advance(600_000);
      await runJob(payouts.deps);
    }
  }

  test.each([
    ['neither account is named', {}, other],
    ['only the new one is', {}, { ...other, accountId: 'B' }],
    ['only the old one is', { accountId: 'A' }, other],
    ['they have two names', { accountId: 'A' }, { ...other, accountId: 'B' }],
  ])('is refused with a clear sentence while a payout is open and %s', async (_name, before, after) => {
    const { tenant } = await anUnknown(before);
    await expect(configure(tenant, after)).rejects.toMatchObject(stillOpen);
    await payouts.deps.db('payouts').update({ step: 'SEND', provider: null });
    await expect(configure(tenant, after)).rejects.toMatchObject(stillOpen);
    await configure(tenant, { ...after, force: true });
  });

  test('is free once every payout has ended', async () => {
    const { tenant, payout } = await anUnknown({});
    fake.end(payout.id, 'COMPLETE');
    await anHourLater();
    await configure(tenant, other);
  });

  test('is refused also after the old one was removed, where payouts do not tell the two apart', async () => {
    const { tenant } = await anUnknown({});
    await payouts.accounts.removePayoutAccount({ storeId: tenant.storeId }, call());
    await expect(configure(tenant, other)).rejects.toMatchObject(stillOpen);
    const named = await anUnknown({ accountId: 'A' });
    await payouts.accounts.removePayoutAccount({ storeId: named.tenant.storeId }, call());
    await configure(named.tenant, { ...other, accountId: 'B' });
  });

  test('is never asked about, nor sent, what went through an account of another name', async () => {
    const { tenant, payout } = await anUnknown({ accountId: 'A' });
    const asked = fake.seen.length;
    await configure(tenant, { accountId: 'B', force: true });
    fake.payouts.delete(payout.id);
    await anHourLater();
    expect([fake.seen.length, stateOf(payout)]).toEqual([asked, 'HELD']);
  });

  test('is not what a new token of a named account is, nor a name given to an account later', async () => {
    const { tenant, payout } = await anUnknown({});
    await configure(tenant, { accountId: 'A' });
    await configure(tenant, { accountId: 'A', ...other });
    await configure(tenant, { accountId: 'A' });
    fake.end(payout.id, 'COMPLETE');
    await anHourLater();
    expect([stateOf(payout), sends()]).toEqual(['SETTLED', 1]);
  });
});

describe('the payout account of a store', () => {
  test('keeps its callback address when it is set again, and its new credentials count at once', async () => {
    const tenant = await aStore();
    const first = await configure(tenant, { token: 'wrong-token' });
    expect(first).toMatch(/^https:\/\/pitanga\.test\/callbacks\/payouts\/[0-9A-Za-z]{43}$/);
    await expect(create(payouts, tenant)).rejects.toMatchObject({ reason: 'PAYOUT_PROVIDER_DENIED' });
    const second = await configure(tenant, { callbackBaseUrl: 'https://callbacks.test' });
    expect(second.slice(-43)).toBe(first.slice(-43));
    expect(second).toMatch(/^https:\/\/callbacks\.test\//);
    await create(payouts, tenant);
  });

  test('is unreadable at rest', async () => {
    const { storeId } = await aStore();
    const row = await payouts.deps.db('payout_accounts').where({ store_id: storeId }).first();
    const text = Object.values(row as object)
      .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value)))
      .join(' ');
    for (const secret of [fake.settings.token, fake.settings.callbackSecret, segments.get(storeId)]) {
      expect(text).not.toContain(secret);
    }
  });

  test('is gone when it is removed: 503, and a second time there is none', async () => {
    const tenant = await aStore();
    const { storeId } = tenant;
    await payouts.accounts.removePayoutAccount({ storeId }, call());
    const facts = await payouts.deps.db('outbox').where({ key: storeId }).pluck('type');
    expect(facts.slice(-2)).toEqual(['payout_account.configured', 'payout_account.removed']);
    await expect(create(payouts, tenant)).rejects.toMatchObject({ reason: 'PROVIDER_NOT_CONFIGURED' });
    await expect(payouts.accounts.removePayoutAccount({ storeId }, call())).rejects.toMatchObject({
      kind: 'NOT_FOUND',
    });
    await expect(payouts.accounts.removePayoutAccount({ storeId: '' }, call())).rejects.toMatchObject({
      kind: 'INVALID_ARGUMENT',
    });
  });

  test('is refused when it could never work, without showing a value', async () => {
    const { storeId } = await payouts.aStore(false);
    const settingsJson = JSON.stringify({ ...fake.settings, baseUrl: 'http://secret.example' });
    const refused = payouts.accounts.configurePayoutAccount({ storeId, settingsJson, check: false }, call());
    await expect(refused).rejects.toMatchObject({
      kind: 'INVALID_ARGUMENT',
      message: expect.not.stringContaining('secret') as string,
    });
  });
});
