import { aTenant, startBeforeAll } from '@pitanga/testing';
import { aPixCharge, call, defaultSettings, startBilling } from './billing-harness';

const billing = startBeforeAll(startBilling);

test('the last settings win, and the process that stored them uses them at once', async () => {
  const tenant = aTenant();
  const settings = { ...defaultSettings, storeId: tenant.storeId };
  await billing.settings.configureBilling(settings, call());
  await billing.charges.createPixCharge(aPixCharge(tenant), call());
  await billing.settings.configureBilling({ ...settings, pixFeeCents: 99 }, call());
  const { charge } = await billing.charges.createPixCharge(aPixCharge(tenant), call());
  expect(charge?.platformFeeCents).toBe(99);
  const facts = await billing
    .db('outbox')
    .where({ type: 'billing_settings.changed', key: tenant.storeId })
    .orderBy('id');
  expect(facts.map(({ payload }) => (JSON.parse(String(payload)) as { pixFeeCents: number }).pixFeeCents)).toEqual([
    settings.pixFeeCents,
    99,
  ]);
});

test('settings changed by another process are used within five seconds', async () => {
  const tenant = await billing.configuredStore();
  await billing.charges.createPixCharge(aPixCharge(tenant), call());
  await billing.db('store_settings').where({ store_id: tenant.storeId }).update({ pix_fee_cents: 7 });
  billing.clock.advance(5_000);
  const { charge } = await billing.charges.createPixCharge(aPixCharge(tenant), call());
  expect(charge?.platformFeeCents).toBe(7);
});

test.each([
  ['no merchant name', { merchantName: ' ' }],
  ['no city', { merchantCity: '' }],
  ['no store', { storeId: '' }],
  ['a negative fee', { pixFeeCents: -1 }],
  ['a card fee of a hundred percent', { cardFees: { ...defaultSettings.cardFees, longBasisPoints: 10_000 } }],
])('settings with %s are refused', async (_name, change) => {
  const settings = { ...defaultSettings, storeId: aTenant().storeId, ...change };
  await expect(billing.settings.configureBilling(settings, call())).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT' });
});

test('the beneficiary is kept sealed, also by settings of a gateway that knows none', async () => {
  const tenant = aTenant();
  const settings = { ...defaultSettings, storeId: tenant.storeId };
  const beneficiary = { taxId: '12ABC34501DE35', legalName: 'Padaria São João Ltda.' };
  expect(await billing.settings.configureBilling({ ...settings, beneficiary }, call())).toEqual({
    keepsBeneficiary: true,
  });
  await billing.settings.configureBilling({ ...settings, pixFeeCents: 99 }, call());
  const row = await billing.db('store_settings').where({ store_id: tenant.storeId }).first<Record<string, unknown>>();
  expect(row['merchant_legal_name']).toBe(beneficiary.legalName);
  expect(String(row['merchant_tax_id_sealed'])).not.toContain(beneficiary.taxId);
  const place = ['store_settings', 'merchant_tax_id_sealed', tenant.storeId] as const;
  expect(billing.deps.sealer.open(row['merchant_tax_id_sealed'] as Buffer, place)).toBe(beneficiary.taxId);
  const wrong = { ...settings, beneficiary: { ...beneficiary, taxId: '12ABC34501DE36' } };
  await expect(billing.settings.configureBilling(wrong, call())).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT' });
  await billing.settings.configureBilling(
    { ...settings, beneficiary: { ...beneficiary, legalName: undefined } },
    call(),
  );
  const next = await billing.db('store_settings').where({ store_id: tenant.storeId }).first<Record<string, unknown>>();
  expect(next['merchant_legal_name']).toBeNull();
});
