import type { SumChargesByUtmRequest, SumChargesByUtmResponse, Utms } from '@pitanga/contracts';
import { toTenant, type Tenant } from '@pitanga/core';
import { startBeforeAll } from '@pitanga/testing';
import { sumChargesByUtm } from '../src/charges/utm-sums';
import { aPixCharge, call, startBilling } from './billing-harness';
import { refundPart, simulate } from './money-back';
import { link, payPage } from './page-requests';
import { aCoupon, the } from './payment-requests';

const billing = startBeforeAll(startBilling);
const { aCheckout, apply } = payPage(() => billing);

const [day, nextDay] = ['2026-03-10', '2026-03-11'];
const noon = '2026-03-10T15:00:00.000Z';

const sumOf = (tenant: Tenant, over: Partial<SumChargesByUtmRequest> = {}): Promise<SumChargesByUtmResponse> => {
  const asked = { tenant, fromDay: day, toDay: day, by: 'UTM_FIELD_CAMPAIGN' as const, ...over };
  return billing.charges.sumChargesByUtm(asked, call());
};

/** A Pix charge that is paid now, or was at an instant. */
async function paid(tenant: Tenant, amountCents: number, utms?: Utms, at?: string): Promise<string> {
  const { id } = the(await billing.charges.createPixCharge(aPixCharge(tenant, { amountCents, utms }), call()));
  await simulate(billing, tenant, id);
  if (at !== undefined) await billing.db('charges').where({ id }).update({ paid_at: at });
  return id;
}

/** Says of every payment of a store that it was made at noon of the day. */
const moveToNoon = (tenant: Tenant) =>
  billing.db('charges').where({ store_id: tenant.storeId }).whereNotNull('paid_at').update({ paid_at: noon });

const row = (value: string | undefined, payments: number, amountCents: number, refundedCents = 0) => ({
  value,
  payments,
  amountCents,
  refundedCents,
});

/** A payment for each value of a campaign, like one that there is. */
async function fill(id: string, values: readonly string[]): Promise<void> {
  const { rows } = await billing.db.raw<{ rows: { column_name: string }[] }>(
    `select column_name from information_schema.columns where table_name = 'charges' and is_generated = 'NEVER'`,
  );
  const own: Record<string, string> = {
    id: `'pix_char_' || lpad(n::text, 24, '0')`,
    txid: `'fill' || n`,
    end_to_end_id: 'null',
    payment_reference: 'null',
    utms: `jsonb_build_object('campaign', v)`,
  };
  const names = rows.map(({ column_name: name }) => name);
  await billing.db.raw(
    `insert into charges (${names.join()}) select ${names.map((name) => own[name] ?? `t.${name}`).join()}
     from charges t, unnest(cast(:values as text[])) with ordinality as u (v, n) where t.id = :id`,
    { id, values: [...values] },
  );
}

describe('what was paid by where buyers came from', () => {
  test('sums the payments of each value and of none, the largest amount first, and what was given back of them', async () => {
    const tenant = await billing.configuredStore();
    const returned = await paid(tenant, 3_000, { source: 'instagram', campaign: 'natal' });
    await paid(tenant, 1_000, { source: 'google', campaign: 'natal' });
    await paid(tenant, 5_000);
    await paid(tenant, 2_000, { source: 'instagram', sck: 'only of an affiliate' });
    const whole = await paid(tenant, 600, { campaign: 'verão', medium: 'e-mail', term: 'a', content: 'b' });
    await refundPart(billing, tenant, returned, 1_200);
    await refundPart(billing, tenant, whole, 600);
    await moveToNoon(tenant);
    expect(await sumOf(tenant)).toEqual({
      sums: [row(undefined, 2, 7_000), row('natal', 2, 4_000, 1_200), row('verão', 1, 600, 600)],
      rest: undefined,
    });
    const bySource = [row(undefined, 2, 5_600, 600), row('instagram', 2, 5_000, 1_200), row('google', 1, 1_000)];
    expect((await sumOf(tenant, { by: 'UTM_FIELD_SOURCE' })).sums).toEqual(bySource);
    for (const [by, value] of [
      ['UTM_FIELD_MEDIUM', 'e-mail'],
      ['UTM_FIELD_TERM', 'a'],
      ['UTM_FIELD_CONTENT', 'b'],
    ] as const)
      expect((await sumOf(tenant, { by })).sums).toEqual([row(undefined, 4, 11_000, 1_200), row(value, 1, 600, 600)]);
  });

  test('counts no charge that is open, no top-up and no order of nothing', async () => {
    const tenant = await billing.configuredStore();
    await billing.charges.createPixCharge(aPixCharge(tenant, { utms: { campaign: 'open' } }), call());
    const topUp = { tenant, amountCents: 5_000, expiresInSeconds: 3_600 };
    const { id } = the(await billing.charges.createTopUp(topUp, call()));
    await billing.charges.simulateTopUpPayment({ tenant, id, late: false }, call());
    const code = await aCoupon(billing, tenant, { discount: 10_000 });
    await apply(tenant, (await aCheckout(tenant, { ...link, coupons: [code], allowCoupons: true })).id, [code]);
    expect(await moveToNoon(tenant)).toBe(2);
    expect(await sumOf(tenant)).toEqual({ sums: [], rest: undefined });
  });

  test('takes days of São Paulo, from midnight to midnight', async () => {
    const tenant = await billing.configuredStore();
    for (const [campaign, at] of [
      ['before', '2026-03-10T02:59:59.999Z'],
      ['first', '2026-03-10T03:00:00.000Z'],
      ['last', '2026-03-11T02:59:59.999Z'],
      ['after', '2026-03-11T03:00:00.000Z'],
    ])
      await paid(tenant, 1_000, { campaign }, at);
    const valuesOf = async (fromDay: string, toDay: string) =>
      (await sumOf(tenant, { fromDay, toDay })).sums.map(({ value }) => value);
    expect(await valuesOf(day, day)).toEqual(['first', 'last']);
    expect(await valuesOf(day, nextDay)).toEqual(['after', 'first', 'last']);
  });

  test('has nothing of another store or of the other environment', async () => {
    const [tenant, other] = [await billing.configuredStore(), await billing.configuredStore()];
    await paid(tenant, 1_000, { campaign: 'natal' }, noon);
    expect((await sumOf(tenant)).sums).toEqual([row('natal', 1, 1_000)]);
    for (const each of [other, toTenant(tenant.storeId, false)])
      expect(await sumOf(each)).toEqual({ sums: [], rest: undefined });
  });

  test('shows 100 values and what the further ones come to', async () => {
    const tenant = await billing.configuredStore();
    const id = await paid(tenant, 1_000, { campaign: 'c001' }, noon);
    const names = Array.from({ length: 102 }, (_, n) => `c${String(n + 1).padStart(3, '0')}`);
    await fill(id, names.slice(0, 100));
    const all = await sumOf(tenant);
    expect([all.sums.length, all.rest]).toEqual([100, undefined]);
    await billing.db('charges').where({ store_id: tenant.storeId }).whereNot({ id }).delete();
    await fill(id, names);
    const { sums, rest } = await sumOf(tenant);
    expect(sums).toEqual([row('c001', 2, 2_000), ...names.slice(1, 100).map((name) => row(name, 1, 1_000))]);
    expect(rest).toEqual(row(undefined, 2, 2_000));
  });

  test('ends with a sentence when it takes too long', async () => {
    const tenant = await billing.configuredStore();
    await billing.db.transaction(async (tx) => {
      await tx.raw('lock table charges in access exclusive mode');
      await expect(
        sumChargesByUtm(billing.db, tenant, { fromDay: day, toDay: day, by: 'TERM' }, 50),
      ).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT', reason: 'PERIOD_TOO_LARGE' });
    });
  });
});
