import type { CreatePixChargeRequest } from '@pitanga/contracts';
import { cents, type Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { startBeforeAll } from '@pitanga/testing';
import { boletoInputFromWire, cardInputFromWire, pixInputFromWire } from '../src/api/charge-input';
import type { Charge } from '../src/charges/charge';
import { checkSplits } from '../src/charges/charge-split';
import { checkChargeSplits } from '../src/charging/check-splits';
import { beginCardCharge, prepareBoletoCharge, preparePixCharge, writeCharge } from '../src/charging/create-charge';
import { findSetup } from '../src/managing/store-setup';
import { aPixCharge, call, readEvents, startBilling } from './billing-harness';
import { aPaidPix, refund, simulate } from './money-back';
import { partner, seller, withSubAccounts } from './sub-accounts';
import { aBoletoCharge, aCardCharge, aCardToken } from './payment-requests';

const billing = startBeforeAll(startBilling);
const share = { subAccountId: seller, basisPoints: 3_000, amountCents: undefined };
const amount = { subAccountId: partner, amountCents: 2_000, basisPoints: undefined };

/** A Pix charge of R$ 100,00. */
async function create(tenant: Tenant, splits: CreatePixChargeRequest['splits']): Promise<Charge> {
  const deps = withSubAccounts(billing, tenant);
  const input = pixInputFromWire(aPixCharge(tenant, { amountCents: 10_000, splits }));
  const prepared = await preparePixCharge(deps, tenant, input);
  return transact(deps, (tx) => writeCharge(tx, tenant, prepared));
}

test('a split charge keeps its splits, tells them with every fact, and gives them to the ledger with its refund', async () => {
  const tenant = await billing.configuredStore();
  const { id } = await create(tenant, [share, amount]);
  const { charge } = await billing.charges.getCharge({ tenant, id }, call());
  expect(charge?.splits).toEqual([share, amount]);
  await simulate(billing, tenant, id);
  const told = (await readEvents(billing, tenant)).filter(({ type }) => type.startsWith('charge.'));
  expect(told.map(({ type }) => type)).toEqual(['charge.created', 'charge.paid']);
  for (const { payload } of told) {
    expect(payload['charge']).toMatchObject({
      splits: [
        { subAccountId: seller, basisPoints: 3_000 },
        { subAccountId: partner, amountCents: 2_000 },
      ],
    });
  }
  await refund(billing, tenant, id);
  expect(billing.ledger.reserves.at(-1)?.charge?.splits).toEqual([share, amount]);
});

test('a refund keeps the parts that it names, and gives them to the ledger', async () => {
  const tenant = await billing.configuredStore();
  const { id } = await create(tenant, [share, amount]);
  await simulate(billing, tenant, id);
  const shares = [{ subAccountId: seller, amountCents: 700 }];
  const asked = { amountCents: 1_000, splitRefunds: { shares } };
  const refused = [
    [{ ...asked, splitRefunds: { shares: [...shares, ...shares] } }, 'should name each sub-account once'],
    [{ ...asked, splitRefunds: { shares: [{ subAccountId: 'sacc_none', amountCents: 1 }] } }, 'that have a part'],
    [{ ...asked, splitRefunds: { shares: [{ subAccountId: seller, amountCents: 1_001 }] } }, 'no more than the refund'],
    [{ ...asked, splitRefunds: { shares: [{ subAccountId: seller, amountCents: 0 }] } }, 'should be at least 1'],
  ] as const;
  for (const [request, sentence] of refused) {
    const { shares: given } = request.splitRefunds;
    await expect(refund(billing, tenant, id, { ...request, splitRefunds: { shares: [...given] } })).rejects.toThrow(
      sentence,
    );
  }
  await refund(billing, tenant, id, asked);
  expect(billing.ledger.reserves.at(-1)).toMatchObject({ amountCents: 1_000, subShares: { shares } });
  const unsplit = await aPaidPix(billing, tenant);
  await expect(refund(billing, tenant, unsplit.id, asked)).rejects.toThrow('a payment that was split');
});

describe('a boleto or card', () => {
  const tooMuch = 'A soma dos splits não pode passar do valor líquido da cobrança';

  it('is split by its own fee, and keeps its splits', async () => {
    const tenant = await billing.configuredStore();
    const deps = withSubAccounts(billing, tenant);
    const asked = async (amountCents: number) => {
      const splits = [{ ...amount, amountCents }];
      const prepared = await prepareBoletoCharge(deps, tenant, boletoInputFromWire(aBoletoCharge(tenant, { splits })));
      return transact(deps, (tx) => writeCharge(tx, tenant, prepared));
    };
    // R$ 100,00 less the fee of a boleto, R$ 2,50.
    await expect(asked(9_751)).rejects.toThrow(tooMuch);
    const { id, splits } = await asked(9_750);
    expect(splits).toEqual([{ subAccountId: partner, amountCents: 9_750 }]);
    await simulate(billing, tenant, id);
    const paid = (await readEvents(billing, tenant)).find(({ type }) => type === 'charge.paid');
    expect(paid?.payload['charge']).toMatchObject({ splits: [{ subAccountId: partner, amountCents: 9_750 }] });
  });

  it('by card is judged by the fee of its installments, before its token is used', async () => {
    const tenant = await billing.configuredStore();
    const deps = withSubAccounts(billing, tenant);
    const setup = await findSetup(deps, tenant);
    const token = await aCardToken(billing, tenant);
    const input = (amountCents: number) =>
      cardInputFromWire(aCardCharge(tenant, token, { splits: [{ ...amount, amountCents }], installmentCount: 3 }));
    // R$ 100,00 less 4 % and R$ 0,60.
    const check = (amountCents: number) => checkChargeSplits(deps, tenant, setup, input(amountCents), 'CARD', 3);
    await expect(check(9_541)).rejects.toThrow(tooMuch);
    await check(9_540);
    const { charge } = await transact(deps, (tx) => beginCardCharge(tx, tenant, setup, input(9_540)));
    expect(charge.splits).toEqual([{ subAccountId: partner, amountCents: 9_540 }]);
    const alone = billing.charges.createCardCharge(aCardCharge(tenant, 'ctok_1', { splits: [amount] }), call());
    await expect(alone).rejects.toThrow('Sub-accounts are not available');
  });
});

test('sub-accounts that the store does not have are refused, and nothing is written', async () => {
  const tenant = await billing.configuredStore();
  await expect(create(tenant, [{ ...share, subAccountId: 'sacc_none' }])).rejects.toThrow('Sub account not found');
  const alone = billing.charges.createPixCharge(aPixCharge(tenant, { splits: [share] }), call());
  await expect(alone).rejects.toThrow('Sub-accounts are not available');
  expect(await billing.db('charges').where({ store_id: tenant.storeId })).toEqual([]);
});

describe('splits', () => {
  const of = (splits: Parameters<typeof checkSplits>[0]) => () => {
    checkSplits(splits, cents(10_000), cents(80));
  };
  const [a, b] = ['sacc_a', 'sacc_b'];

  it.each([
    [[{ subAccountId: a, amountCents: cents(9_920) }]],
    [[{ subAccountId: a, basisPoints: 9_920 }]],
    [
      [
        { subAccountId: a, basisPoints: 5_000 },
        { subAccountId: b, amountCents: cents(4_920) },
      ],
    ],
  ])('may take all but the fee: %j', (splits) => {
    expect(of(splits)).not.toThrow();
  });

  const tooMuch = 'A soma dos splits não pode passar do valor líquido da cobrança';
  it.each([
    [[{ subAccountId: a, amountCents: cents(9_921) }], tooMuch],
    [[{ subAccountId: a, basisPoints: 9_921 }], tooMuch],
    [
      [
        { subAccountId: a, amountCents: cents(100) },
        { subAccountId: a, amountCents: cents(100) },
      ],
      "Property 'splits' should name each sub-account once",
    ],
    [[{ subAccountId: a }], "Property 'splits' should have either 'amount' or 'percentage' in each item"],
    [[{ subAccountId: a, amountCents: cents(100), basisPoints: 1 }], "Property 'splits' should have either"],
    [[{ subAccountId: a, amountCents: cents(0) }], "Property 'splits.amount' should be at least 1"],
    [[{ subAccountId: a, basisPoints: 10_001 }], "Property 'splits.percentage' should be from 1 to 10000"],
    [
      Array.from({ length: 21 }, (_, index) => ({ subAccountId: String(index), amountCents: cents(1) })),
      "Property 'splits' should have at most 20 items",
    ],
  ])('are refused: %j', (splits, sentence) => {
    expect(of(splits)).toThrow(sentence);
  });
});
