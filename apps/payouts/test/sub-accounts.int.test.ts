import type { SubAccount } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { pixKeyFingerprint } from '@pitanga/provider-account';
import { aTenant, startBeforeAll, testIds } from '@pitanga/testing';
import { createSubAccount } from '../src/paying-out/create-sub-account';
import { transact } from '@pitanga/database';
import { approve, byKey } from './payout-approval-makers';
import {
  call,
  create,
  factsOf,
  feeCents,
  get,
  holderTaxId,
  required,
  runJob,
  startPayouts,
  transfer,
  type Asked,
} from './payouts-harness';

const payouts = startBeforeAll(startPayouts);
const sellerTaxId = '52998224725';
const page = { limit: 10, after: undefined, before: undefined };

type Created = Parameters<typeof payouts.subAccounts.createSubAccount>[0];

async function register(tenant: Tenant, changes: Partial<Created> = {}, context = call()): Promise<SubAccount> {
  const asked = { tenant, name: 'Ana', taxId: sellerTaxId, externalId: undefined, metadataJson: '{}', ...changes };
  return required((await payouts.subAccounts.createSubAccount(asked, context)).subAccount);
}

/** A sub-account with R$ 100,00. */
async function aSeller(tenant: Tenant): Promise<SubAccount> {
  const seller = await register(tenant);
  payouts.ledger.fund(tenant, 10_000, seller.id);
  return seller;
}

function withdraw(tenant: Tenant, subAccountId: string, changes: Asked = {}) {
  return create(payouts, tenant, {
    ...transfer,
    pixKey: undefined,
    pixKeyType: undefined,
    amountCents: 1_000,
    subAccountId,
    ...changes,
  });
}

describe('a sub-account', () => {
  test('is one for each tax id, however it is written, and keeps what it was made with', async () => {
    const tenant = await payouts.aStore();
    const asked = { taxId: '529.982.247-25', externalId: 'v-1', metadataJson: '{"a":"b"}' };
    const made = await register(tenant, asked);
    expect(made).toMatchObject({ name: 'Ana', taxId: sellerTaxId, externalId: 'v-1', metadataJson: '{"a":"b"}' });
    expect(made.id).toMatch(/^sacc_[0-9A-Za-z]{24}$/);
    expect(await register(tenant, { name: 'Bia', externalId: 'v-2' })).toEqual(made);
    const listed = await payouts.subAccounts.listSubAccounts(
      { tenant, page, id: undefined, externalId: undefined, taxId: '529.982.247-25' },
      call(),
    );
    expect(listed.subAccounts).toEqual([made]);
    const [row] = await payouts.deps.db('sub_accounts').where({ store_id: tenant.storeId });
    expect(JSON.stringify(row)).not.toContain(sellerTaxId);
  });

  test('is made once by ten requests at once', async () => {
    const tenant = await payouts.aStore();
    const made = await Promise.all(Array.from({ length: 10 }, () => register(tenant)));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  });

  test.each([
    [{ taxId: '52998224724' }, 'CPF ou CNPJ inválido'],
    [{ taxId: holderTaxId }, 'A subconta não pode ter o CPF ou CNPJ da própria loja'],
    [{ taxId: '11144477735', externalId: 'taken' }, 'externalId already in use'],
    [{ taxId: '11144477735', name: ' ' }, "Property 'name' should have 1 to 100 characters"],
  ])('is refused: %j', async (changes, sentence) => {
    const tenant = await payouts.aStore();
    await register(tenant, { externalId: 'taken' });
    await expect(register(tenant, changes)).rejects.toThrow(sentence);
  });

  test('is refused where the store has as many as it may', async () => {
    const tenant = await payouts.aStore();
    await register(tenant);
    const input = { name: 'Bia', taxId: '11144477735', externalId: undefined, metadataJson: '{}' };
    const made = transact(payouts.deps, (tx) => createSubAccount(tx, tenant, input, { max: 1 }));
    await expect(made).rejects.toThrow('A store has at most 1 sub-accounts');
  });

  test('of another store, or the other environment, is none', async () => {
    const tenant = await payouts.aStore();
    const { id } = await register(tenant);
    const other = { ...tenant, devMode: false } as Tenant;
    for (const stranger of [aTenant(), other]) {
      const asked = payouts.subAccounts.getSubAccount({ tenant: stranger, id }, call());
      await expect(asked).rejects.toThrow('Sub account not found');
      const checked = payouts.subAccounts.checkSubAccounts({ tenant: stranger, ids: [id] }, call());
      await expect(checked).rejects.toThrow('Sub account not found');
    }
    await payouts.subAccounts.checkSubAccounts({ tenant, ids: [id, id] }, call());
  });
});

describe('a withdrawal of a sub-account', () => {
  test('goes to the key that is the holder’s tax id, with its fee out of the amount', async () => {
    const tenant = await payouts.aStore();
    const seller = await aSeller(tenant);
    const asked = await withdraw(tenant, seller.id, { externalId: 'w-1' });
    expect(asked).toMatchObject({
      kind: 'PAYOUT_KIND_TRANSFER',
      subAccountId: seller.id,
      amountCents: 920,
      platformFeeCents: feeCents,
      isFeeIncluded: true,
      pixKeyType: 'CPF',
      status: 'PAYOUT_STATUS_PENDING',
    });
    expect(payouts.ledger.reserves.at(-1)).toMatchObject({
      purpose: 'HOLD_PURPOSE_SUB_WITHDRAW',
      subAccountId: seller.id,
      amountCents: 920,
      feeCents,
    });
    expect([payouts.ledger.available(tenant), payouts.ledger.available(tenant, seller.id)]).toEqual([100_000, 9_000]);
    for (let times = 0; times < 3; times += 1) {
      payouts.clock.advance(10_000);
      await runJob(payouts.deps);
    }
    expect(await get(payouts, tenant, asked)).toMatchObject({ status: 'PAYOUT_STATUS_COMPLETE' });
    expect(await factsOf(payouts, asked.id)).toEqual(['payout.created', 'payout.completed']);
  });

  test('is answered again by its externalId, which is no other sub-account’s and none of the store’s', async () => {
    const tenant = await payouts.aStore();
    const seller = await aSeller(tenant);
    const first = await withdraw(tenant, seller.id, { externalId: 'w-1' });
    expect((await withdraw(tenant, seller.id, { externalId: 'w-1' })).id).toBe(first.id);
    const more = withdraw(tenant, seller.id, { externalId: 'w-1', amountCents: 1_001 });
    await expect(more).rejects.toThrow("Another payout already has this 'externalId'");
    const other = await register(tenant, { taxId: '11144477735' });
    await expect(withdraw(tenant, other.id, { externalId: 'w-1' })).rejects.toThrow('Another payout already');
    const own = await create(payouts, tenant, { ...transfer, externalId: 'w-1' });
    const byId = { tenant, kind: 'PAYOUT_KIND_TRANSFER', id: undefined, externalId: 'w-1' } as const;
    expect((await payouts.client.getPayout(byId, call())).payout?.id).toBe(own.id);
    const ofSeller = await payouts.client.getPayout({ ...byId, subAccountId: seller.id }, call());
    expect(ofSeller.payout?.id).toBe(first.id);
    const list = { tenant, page, ...transfer, id: undefined, externalId: undefined, status: undefined };
    const all = await payouts.client.listPayouts({ ...list, approval: undefined }, call());
    // Made in the same millisecond, in any order.
    expect(new Set(all.payouts.map(({ id }) => id))).toEqual(new Set([own.id, first.id]));
    const sellers = await payouts.client.listPayouts({ ...list, approval: undefined, subAccountId: seller.id }, call());
    expect(sellers.payouts.map(({ id }) => id)).toEqual([first.id]);
  });

  test('leaves nothing where the sub-account has too little, whatever the store has', async () => {
    const tenant = await payouts.aStore();
    const seller = await aSeller(tenant);
    await expect(withdraw(tenant, seller.id, { amountCents: 10_001 })).rejects.toThrow('INSUFFICIENT_FUNDS');
    expect(payouts.ledger.available(tenant, seller.id)).toBe(10_000);
    expect(await payouts.deps.db('payouts').where({ store_id: tenant.storeId })).toEqual([]);
  });

  test.each([
    ['below the minimum', { amountCents: 99 }, "Property 'amount' should be at least 100"],
    ['of an unknown sub-account', { subAccountId: 'sacc_none' }, 'Sub account not found'],
    ['to a key', { pixKey: 'ana@example.com', pixKeyType: 'EMAIL' }, 'A sub-account withdraws to its holder'],
    ['without an externalId', { externalId: '' }, "Property 'externalId' is missing"],
  ])('is refused %s', async (_what, changes, sentence) => {
    const tenant = await payouts.aStore();
    const seller = await aSeller(tenant);
    await expect(withdraw(tenant, seller.id, changes)).rejects.toThrow(sentence);
  });

  test('of the fee alone is refused', async () => {
    const tenant = await payouts.aStore();
    const settings = { storeId: tenant.storeId, holderTaxId, approvalLimit: undefined, version: 2 };
    await payouts.settings.configurePayouts({ ...settings, payoutFeeCents: 100 }, call());
    const seller = await aSeller(tenant);
    const asked = withdraw(tenant, seller.id, { amountCents: 100 });
    await expect(asked).rejects.toThrow("Property 'amount' should be more than the fee, 100");
  });

  test('waits for a second person above the limit, and names its key to the list of the store', async () => {
    const tenant = await payouts.aStore();
    const allowListKey = Buffer.from(testIds.token(32));
    const settings = { storeId: tenant.storeId, holderTaxId, payoutFeeCents: feeCents, version: 2 };
    const approvalLimit = { aboveCents: 919 };
    await payouts.settings.configurePayouts({ ...settings, approvalLimit, allowListKey }, call());
    const seller = await aSeller(tenant);
    const asked = await withdraw(tenant, seller.id, { requestedBy: byKey });
    expect(asked.approval?.status).toBe('PAYOUT_APPROVAL_STATUS_WAITING');
    const beneficiary = pixKeyFingerprint(allowListKey, sellerTaxId);
    expect(payouts.ledger.reserves.at(-1)?.moneyOut).toEqual({ beneficiary });
    const approved = await approve(payouts, tenant, asked.id);
    expect(approved.approval?.status).toBe('PAYOUT_APPROVAL_STATUS_APPROVED');
  });
});
