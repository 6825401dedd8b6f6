import type { AccountOwner } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { startBeforeAll } from '@pitanga/testing';
import type { FakeProvider } from './fake-provider';
import { call, create, get, runJob, startPayouts } from './payouts-harness';
import { startProviderWithKeys } from './production-payouts';

const payouts = startBeforeAll(startPayouts);
let fake: FakeProvider;
beforeEach(async () => {
  fake = await startProviderWithKeys();
  await payouts.deps.db('payouts').delete();
});
afterEach(() => fake.stop());

function connect({ storeId }: Tenant, owner: AccountOwner | undefined, over: object = {}): Promise<unknown> {
  const settingsJson = JSON.stringify({ ...fake.settings, ...over });
  return payouts.accounts.configurePayoutAccount({ storeId, settingsJson, check: false, owner }, call());
}

async function aStore(owner: AccountOwner | undefined): Promise<Tenant> {
  const tenant = await payouts.aStore(false);
  await connect(tenant, owner);
  return tenant;
}

const ownerHeldFor = (id: string) => payouts.ledger.reserves.find(({ holdId }) => holdId === id)?.accountOwner;

async function ownerShown({ storeId }: Tenant): Promise<AccountOwner | undefined> {
  return (await payouts.accounts.getPayoutAccount({ storeId }, call())).account?.owner;
}

describe('the owner of a payout account', () => {
  test.each(['ACCOUNT_OWNER_MERCHANT', 'ACCOUNT_OWNER_OPERATOR'] as const)(
    'is told to the ledger with each hold, and shown: %s',
    async (owner) => {
      const tenant = await aStore(owner);
      const { id } = await create(payouts, tenant);
      expect([ownerHeldFor(id), await ownerShown(tenant)]).toEqual([owner, owner]);
    },
  );

  test('is nobody in dev mode', async () => {
    const { id } = await create(payouts, await payouts.aStore(true));
    expect(ownerHeldFor(id)).toBeUndefined();
  });

  test('is whoever connected it last, and nobody where an older gateway did, which tells none', async () => {
    const tenant = await aStore('ACCOUNT_OWNER_OPERATOR');
    await connect(tenant, undefined);
    expect(await ownerShown(tenant)).toBeUndefined();
    await connect(tenant, 'ACCOUNT_OWNER_MERCHANT');
    expect(await ownerShown(tenant)).toBe('ACCOUNT_OWNER_MERCHANT');
  });
});

describe('an account without an owner', () => {
  const assign = ({ storeId }: Tenant, owner: AccountOwner) =>
    payouts.accounts.assignPayoutAccount({ storeId, owner }, call());

  test('pays what came in by accounts of the operator, no more', async () => {
    const tenant = await aStore(undefined);
    const { id } = await create(payouts, tenant);
    expect(ownerHeldFor(id)).toBe('ACCOUNT_OWNER_OPERATOR');
    await runJob(payouts.deps);
    expect(fake.payouts.size).toBe(1);
  });

  test('gets one by the operator, with its settings as they were, and none that has one already', async () => {
    const tenant = await aStore(undefined);
    await assign(tenant, 'ACCOUNT_OWNER_MERCHANT');
    await assign(tenant, 'ACCOUNT_OWNER_MERCHANT');
    expect(await ownerShown(tenant)).toBe('ACCOUNT_OWNER_MERCHANT');
    const { id } = await create(payouts, tenant);
    expect(ownerHeldFor(id)).toBe('ACCOUNT_OWNER_MERCHANT');
    await expect(assign(tenant, 'ACCOUNT_OWNER_OPERATOR')).rejects.toMatchObject({ reason: 'ACCOUNT_HAS_OWNER' });
    await expect(assign(await payouts.aStore(false), 'ACCOUNT_OWNER_OPERATOR')).rejects.toMatchObject({
      reason: 'PAYOUT_ACCOUNT_NOT_FOUND',
    });
  });

  test('keeps none while what it sent as the operator’s has not ended', async () => {
    const tenant = await aStore(undefined);
    await create(payouts, tenant);
    await runJob(payouts.deps);
    await expect(assign(tenant, 'ACCOUNT_OWNER_MERCHANT')).rejects.toMatchObject({ reason: 'PAYOUTS_STILL_OPEN' });
    expect(await ownerShown(tenant)).toBeUndefined();
    await assign(tenant, 'ACCOUNT_OWNER_OPERATOR');
  });

  test.each([
    ['waited for a person is not sent', true, 0],
    ['was about to be sent is sent', false, 1],
  ])('of what an earlier release held for nobody: what %s', async (_what, waited, sent) => {
    const tenant = await aStore(undefined);
    const { id } = await create(payouts, tenant);
    const approved = { approval_status: 'APPROVED', decided_by: 'user_2', decided_at: new Date() };
    const asked = { approval_expires_at: new Date(), requested_by_kind: 'USER', requested_by: 'user_1' };
    await payouts.deps
      .db('payouts')
      .where({ id })
      .update({ account_owner: null, ...(waited && { ...approved, ...asked }) });
    await runJob(payouts.deps);
    expect([fake.payouts.size, payouts.ledger.stateOf(id)]).toEqual([sent, sent === 0 ? 'RELEASED' : 'HELD']);
  });
});

describe('a payout whose account became another owner’s', () => {
  test('before it was sent is never sent, and its money comes back', async () => {
    const tenant = await aStore('ACCOUNT_OWNER_MERCHANT');
    const payout = await create(payouts, tenant);
    await connect(tenant, 'ACCOUNT_OWNER_OPERATOR');
    await runJob(payouts.deps);
    expect(await get(payouts, tenant, payout)).toMatchObject({
      status: 'PAYOUT_STATUS_FAILED',
      failure: 'PAYOUT_FAILURE_REASON_ACCOUNT_CHANGED',
    });
    expect([fake.payouts.size, payouts.ledger.stateOf(payout.id)]).toEqual([0, 'RELEASED']);
  });

  test('while it is at the provider is not ended by what the other account is told', async () => {
    const tenant = await aStore('ACCOUNT_OWNER_OPERATOR');
    const payout = await create(payouts, tenant);
    await runJob(payouts.deps);
    fake.end(payout.id, 'FAILED', 'ACCOUNT_CLOSED');
    await connect(tenant, 'ACCOUNT_OWNER_MERCHANT', { force: true });
    payouts.clock.advance(3_600_000);
    await runJob(payouts.deps);
    expect([payouts.ledger.stateOf(payout.id), fake.payouts.size]).toEqual(['HELD', 1]);
    await connect(tenant, 'ACCOUNT_OWNER_OPERATOR', { force: true });
    payouts.clock.advance(3_600_000);
    await runJob(payouts.deps);
    expect(payouts.ledger.stateOf(payout.id)).toBe('RELEASED');
  });
});
