import type { Payout } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { startFakeProvider, type FakeProvider } from './fake-provider';
import {
  call,
  create,
  factsOf,
  get,
  holderTaxId,
  activePayout,
  rowsOf,
  runJob,
  startPayouts,
  type Asked,
  type Payouts,
} from './payouts-harness';

let payouts: Payouts;
let fake: FakeProvider;
beforeAll(async () => {
  payouts = await startPayouts({ timeoutMs: 60_000 });
});
afterAll(() => payouts.stop());
beforeEach(async () => {
  fake = await startFakeProvider();
  fake.owners.set('EMAIL ana@example.com', holderTaxId);
  fake.owners.set('EMAIL bia@example.com', '***.982.247-**');
  await payouts.deps.db('payouts').delete();
});
afterEach(() => fake.stop());

const segments = new Map<string, string>();

/** A production store whose payouts go through the fake provider. */
async function aStore(): Promise<Tenant> {
  const tenant = await payouts.aStore(false);
  await configure(tenant);
  return tenant;
}

async function configure({ storeId }: Tenant, over: object = {}): Promise<string> {
  const settingsJson = JSON.stringify({ ...fake.settings, ...over });
  const { callbackUrl } = await payouts.accounts.configurePayoutAccount({ storeId, settingsJson }, call());
  segments.set(storeId, callbackUrl.slice(callbackUrl.lastIndexOf('/') + 1));
  return callbackUrl;
}

/** The provider calls us about a payout. */
async function callBack(
  { storeId }: Tenant,
  { id }: Payout,
  secret?: string,
  at = payouts.clock.real(),
): Promise<void> {
  const segment = segments.get(storeId) ?? '';
  await payouts.client.receivePayoutCallback({ segment, ...fake.callback(id, at, secret) }, call());
}

async function aSent(tenant: Tenant, changes?: Asked): Promise<Payout> {
  const payout = await create(payouts, tenant, changes);
  await runJob(payouts.deps);
  return payout;
}

const sends = () => fake.seen.filter((request) => request.startsWith('PUT')).length;
const stateOf = ({ id }: Payout) => payouts.ledger.stateOf(id);

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
    expect(fake.seen).toHaveLength(asked);
    expect(await factsOf(payouts, payout.id)).toEqual(['payout.created', 'payout.completed']);
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
    const refused = payouts.accounts.configurePayoutAccount({ storeId, settingsJson }, call());
    await expect(refused).rejects.toMatchObject({
      kind: 'INVALID_ARGUMENT',
      message: expect.not.stringContaining('secret') as string,
    });
  });
});
