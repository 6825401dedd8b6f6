import { cents, encodeStatic, type Tenant } from '@pitanga/core';
import { startBeforeAll } from '@pitanga/testing';
import { activePayout, call, create, feeCents, holderTaxId, runJob, startPayouts, transfer } from './payouts-harness';

const payouts = startBeforeAll(startPayouts);

const setMode = ({ storeId }: Tenant, version: number, isFeeIncluded: boolean | undefined, payoutFeeCents = feeCents) =>
  payouts.settings.configurePayouts(
    { storeId, holderTaxId, payoutFeeCents, isFeeIncluded, version, approvalLimit: undefined },
    call(),
  );

async function anIncludingStore(): Promise<Tenant> {
  const tenant = await payouts.aStore();
  await setMode(tenant, 2, true);
  return tenant;
}

describe('with the fee included', () => {
  test('the whole balance can be withdrawn, and the receiver gets it without the fee', async () => {
    const tenant = await anIncludingStore();
    const payout = await create(payouts, tenant, { amountCents: 100_000 });
    expect(payout).toMatchObject({ amountCents: 99_920, platformFeeCents: 80, isFeeIncluded: true });
    expect(payouts.ledger.reserves.at(-1)).toMatchObject({ amountCents: 99_920, feeCents });
    expect(payouts.ledger.available(tenant)).toBe(0);
  });

  test('a repeat means what the first meant, whatever the store says by then', async () => {
    const tenant = await anIncludingStore();
    const first = await create(payouts, tenant, { externalId: 'w-1', amountCents: 1_000 });
    await setMode(tenant, 3, false, 70);
    expect((await create(payouts, tenant, { externalId: 'w-1', amountCents: 1_000 })).id).toBe(first.id);
    const another = create(payouts, tenant, { externalId: 'w-1', amountCents: 920 });
    await expect(another).rejects.toMatchObject({ kind: 'ALREADY_EXISTS' });
    expect(payouts.ledger.available(tenant)).toBe(99_000);
  });

  test('an amount that is the fee alone is refused, and nothing is held', async () => {
    const tenant = await anIncludingStore();
    await setMode(tenant, 3, true, 500);
    const asked = create(payouts, tenant, { ...transfer, amountCents: 500 });
    await expect(asked).rejects.toThrow("Property 'amount' should be more than the fee, 500");
    expect(payouts.ledger.available(tenant)).toBe(100_000);
  });

  test('a code is paid exactly, with the fee besides', async () => {
    const tenant = await anIncludingStore();
    const maker = { merchantName: 'Ana', merchantCity: 'Recife', key: 'ana@example.com' };
    const pixKey = encodeStatic({ ...maker, amountCents: cents(1_050) });
    const asked = { ...transfer, pixKeyType: 'BR_CODE', pixKey, amountCents: 1_050 } as const;
    expect(await create(payouts, tenant, asked)).toMatchObject({ amountCents: 1_050, isFeeIncluded: false });
    expect(payouts.ledger.available(tenant)).toBe(100_000 - 1_050 - feeCents);
  });
});

test('a payout in test mode fails by the last centavos of what was asked for', async () => {
  const tenant = await anIncludingStore();
  const { id } = await create(payouts, tenant, { ...transfer, amountCents: 1_513 });
  for (let times = 0; times < 3; times += 1) {
    payouts.clock.advance(10_000);
    await runJob(payouts.deps);
  }
  expect(await activePayout(payouts, tenant, id)).toMatchObject({ status: 'FAILED', amountCents: 1_433 });
  expect(payouts.ledger.available(tenant)).toBe(100_000);
});

test('a store has the fee besides the amount until its gateway says otherwise, and an older gateway says nothing', async () => {
  const tenant = await payouts.aStore();
  expect(await create(payouts, tenant)).toMatchObject({ isFeeIncluded: false });
  await setMode(tenant, 2, true);
  await setMode(tenant, 3, undefined);
  expect(await create(payouts, tenant, { externalId: 'w-2' })).toMatchObject({ isFeeIncluded: true });
});
