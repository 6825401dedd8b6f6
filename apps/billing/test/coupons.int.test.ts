import type { Coupon, CreateCouponRequest } from '@pitanga/contracts';
import { toTenant, type Tenant } from '@pitanga/core';
import { aTenant, startBeforeAll, testIds } from '@pitanga/testing';
import { call, readEvents, firstPage, startBilling } from './billing-harness';

const billing = startBeforeAll(startBilling);

const notFound = { kind: 'NOT_FOUND', message: 'Cupom não encontrado.' };
const codeTaken = { kind: 'INVALID_ARGUMENT', message: "Another coupon already has this 'code'" };

function aCouponRequest(tenant: Tenant, overrides: Partial<CreateCouponRequest> = {}): CreateCouponRequest {
  const content = { discountKind: 'DISCOUNT_KIND_PERCENTAGE' as const, discount: 1_000, notes: undefined };
  const bounds = { maxRedeems: undefined, startsAt: undefined, expiresAt: undefined };
  const duration = { duration: 'COUPON_DURATION_FOREVER', durationInCycles: undefined } as const;
  return { tenant, code: testIds.token(10), ...content, ...bounds, ...duration, metadataJson: '', ...overrides };
}

async function create(request: CreateCouponRequest, key?: string): Promise<Coupon> {
  return the(await billing.coupons.createCoupon(request, call(key)));
}

function the({ coupon }: { readonly coupon: Coupon | undefined }): Coupon {
  if (!coupon) throw new Error('no coupon');
  return coupon;
}

const get = async (tenant: Tenant, code: string, status?: Coupon['status']): Promise<Coupon> =>
  the(await billing.coupons.getCoupon({ tenant, code, status }, call()));
const toggle = async (tenant: Tenant, code: string): Promise<Coupon> =>
  the(await billing.coupons.toggleCoupon({ tenant, code }, call()));
const remove = async (tenant: Tenant, code: string): Promise<Coupon> =>
  the(await billing.coupons.deleteCoupon({ tenant, code }, call()));

async function codesOf(tenant: Tenant, page: object = {}, filter: object = {}): Promise<string[]> {
  const request = { tenant, page: { ...firstPage, ...page }, code: undefined, status: undefined, ...filter };
  return (await billing.coupons.listCoupons(request, call())).coupons.map(({ code }) => code);
}

async function expire(tenant: Tenant, code: string): Promise<void> {
  await billing.db('coupons').where({ store_id: tenant.storeId, code }).update({ status: 'EXPIRED' });
}

test('a created coupon shows what was given, is active without a limit, and is published', async () => {
  const tenant = aTenant();
  const metadataJson = '{"b":1.50, "a":[null]}';
  const request = aCouponRequest(tenant, { code: 'Natal_26-x', notes: 'Fim de ano', metadataJson });
  const coupon = await create(request);
  expect(coupon).toMatchObject({
    code: 'Natal_26-x',
    devMode: true,
    discountKind: 'DISCOUNT_KIND_PERCENTAGE',
    discount: 1_000,
    status: 'COUPON_STATUS_ACTIVE',
    notes: 'Fim de ano',
    maxRedeems: -1,
    redeemsCount: 0,
    metadataJson,
  });
  expect(coupon.createdAt).toEqual(coupon.updatedAt);
  expect(await get(tenant, 'Natal_26-x')).toEqual(coupon);
  expect(await readEvents(billing, tenant)).toMatchObject([
    { type: 'coupon.created', payload: { tenant: { storeId: tenant.storeId }, coupon: { code: 'Natal_26-x' } } },
  ]);
});

test('of fifty parallel creates of one code, whatever its case, exactly one succeeds', async () => {
  const tenant = aTenant();
  const results = await Promise.allSettled(
    Array.from({ length: 50 }, (_, index) => create(aCouponRequest(tenant, { code: index % 2 ? 'promo' : 'PROMO' }))),
  );
  const refusals: unknown[] = results.flatMap((result): unknown[] =>
    result.status === 'rejected' ? [result.reason] : [],
  );
  expect(refusals).toHaveLength(49);
  for (const refusal of refusals) expect(refusal).toMatchObject(codeTaken);
  expect(await codesOf(tenant)).toHaveLength(1);
  expect(await readEvents(billing, tenant)).toHaveLength(1);
});

test('a repeat with the same idempotency key returns the same coupon, without one it is a duplicate', async () => {
  const request = aCouponRequest(aTenant());
  const key = testIds.token(12);
  const coupon = await create(request, key);
  expect(await create(request, key)).toEqual(coupon);
  await expect(create(request)).rejects.toMatchObject(codeTaken);
});

test('the same code is free in another store and in the other environment', async () => {
  const tenant = aTenant();
  const production = toTenant(tenant.storeId, false);
  const request = aCouponRequest(tenant);
  for (const owner of [tenant, production, aTenant()]) await create({ ...request, tenant: owner });
  await toggle(tenant, request.code);
  expect(await get(production, request.code)).toMatchObject({ devMode: false, status: 'COUPON_STATUS_ACTIVE' });
  for (const change of [toggle, remove, get])
    await expect(change(aTenant(), request.code)).rejects.toMatchObject(notFound);
});

test.each(['VERÃO', '10%OFF', 'BLACK FRIDAY', 'лето'])(
  'the code %s is found, listed and unique whatever its case',
  async (code) => {
    const tenant = aTenant();
    await create(aCouponRequest(tenant, { code }));
    expect(await get(tenant, code.toLowerCase())).toMatchObject({ code });
    expect(await codesOf(tenant)).toEqual([code]);
    await expect(create(aCouponRequest(tenant, { code: code.toLowerCase() }))).rejects.toMatchObject({
      reason: 'COUPON_CODE_TAKEN',
    });
    await remove(tenant, code.toLowerCase());
    await create(aCouponRequest(tenant, { code: code.toLowerCase() }));
  },
);

test('the code of a row of the release before is still unique and found', async () => {
  const tenant = aTenant();
  await create(aCouponRequest(tenant, { code: 'Natal' }));
  await billing.db('coupons').where({ store_id: tenant.storeId }).update({ code_key: null });
  expect(await get(tenant, 'NATAL')).toMatchObject({ code: 'Natal' });
  await expect(create(aCouponRequest(tenant, { code: 'natal' }))).rejects.toMatchObject({
    reason: 'COUPON_CODE_TAKEN',
  });
});

const codeRefused = "Property 'code' should be 1 to 50 visible characters, with single spaces inside";
const percentageRefused = "Property 'discount' should be from 1 to 10000 for discountKind PERCENTAGE";
const fixedRefused = "Property 'discount' should be from 100 to 9999999999 for discountKind FIXED";
const fixed = { discountKind: 'DISCOUNT_KIND_FIXED' as const };

test.each([
  ['an empty code', { code: '' }, codeRefused],
  ['a code of 51 characters', { code: 'x'.repeat(51) }, codeRefused],
  ['a code with two spaces', { code: 'a  b' }, codeRefused],
  ['a code with a hidden character', { code: 'promo\u200b' }, codeRefused],
  ['a code with a final line break', { code: 'a\n' }, codeRefused],
  ['zero percent', { discount: 0 }, percentageRefused],
  ['more than all of it', { discount: 10_001 }, percentageRefused],
  ['a fixed discount of 99 centavos', { ...fixed, discount: 99 }, fixedRefused],
  ['maxRedeems of 0', { maxRedeems: 0 }, "Property 'maxRedeems' should be -1 or at least 1"],
  ['maxRedeems of -2', { maxRedeems: -2 }, "Property 'maxRedeems' should be -1 or at least 1"],
])('%s is refused', async (_name, change, message) => {
  const tenant = aTenant();
  const refusal = { kind: 'INVALID_ARGUMENT', message };
  await expect(create(aCouponRequest(tenant, change))).rejects.toMatchObject(refusal);
  expect(await codesOf(tenant)).toEqual([]);
});

test.each([
  ['a code of 50 characters', { code: 'x'.repeat(50) }],
  ['one basis point', { discount: 1 }],
  ['all of it', { discount: 10_000 }],
  ['a fixed discount of R$ 1', { ...fixed, discount: 100 }],
  ['a fixed discount of more centavos than there are basis points', { ...fixed, discount: 10_001 }],
  ['a single redemption', { maxRedeems: 1 }],
])('%s is accepted', async (_name, change) => {
  expect(await create(aCouponRequest(aTenant(), change))).toMatchObject(change);
});

test('toggling switches a coupon off and on again, and publishes both', async () => {
  const tenant = aTenant();
  const { code, createdAt } = await create(aCouponRequest(tenant));
  billing.clock.advance(5);
  const off = await toggle(tenant, code.toLowerCase());
  expect(off).toMatchObject({ code, status: 'COUPON_STATUS_INACTIVE', createdAt });
  expect(off.updatedAt?.getTime()).toBeGreaterThan(createdAt?.getTime() ?? Infinity);
  expect(await get(tenant, code)).toEqual(off);
  expect(await toggle(tenant, code)).toMatchObject({ status: 'COUPON_STATUS_ACTIVE' });
  const facts = await readEvents(billing, tenant);
  expect(facts.map(({ type }) => type)).toEqual(['coupon.created', 'coupon.updated', 'coupon.updated']);
  expect(new Set(facts.map(({ key }) => key)).size).toBe(1);
});

test('an even number of concurrent toggles does not change a coupon', async () => {
  const tenant = aTenant();
  const { code } = await create(aCouponRequest(tenant));
  const answers = await Promise.all(Array.from({ length: 20 }, () => toggle(tenant, code)));
  expect(answers.filter(({ status }) => status === 'COUPON_STATUS_ACTIVE')).toHaveLength(10);
  expect(await get(tenant, code)).toMatchObject({ status: 'COUPON_STATUS_ACTIVE' });
});

test('an expired coupon cannot be toggled but can be deleted', async () => {
  const tenant = aTenant();
  const { code } = await create(aCouponRequest(tenant));
  await expire(tenant, code);
  await expect(toggle(tenant, code)).rejects.toMatchObject({ kind: 'FAILED_PRECONDITION', reason: 'COUPON_EXPIRED' });
  expect(await get(tenant, code)).toMatchObject({ status: 'COUPON_STATUS_EXPIRED' });
  expect(await remove(tenant, code)).toMatchObject({ status: 'COUPON_STATUS_DELETED' });
});

test('a deleted coupon is found only by get with status DELETED, and its code is free again', async () => {
  const tenant = aTenant();
  const first = await create(aCouponRequest(tenant, { code: 'again', discount: 1 }));
  await expect(get(tenant, 'again', 'COUPON_STATUS_DELETED')).rejects.toMatchObject(notFound);
  const deleted = await remove(tenant, 'AGAIN');
  expect(deleted).toMatchObject({ ...first, status: 'COUPON_STATUS_DELETED', updatedAt: deleted.updatedAt });

  for (const change of [get, toggle, remove]) await expect(change(tenant, 'again')).rejects.toMatchObject(notFound);
  await expect(get(tenant, 'again', 'COUPON_STATUS_ACTIVE')).rejects.toMatchObject(notFound);
  expect(await codesOf(tenant)).toEqual([]);
  expect(await get(tenant, 'again', 'COUPON_STATUS_DELETED')).toEqual(deleted);

  billing.clock.advance(5);
  const second = await create(aCouponRequest(tenant, { code: 'Again', discount: 2 }));
  expect(await get(tenant, 'again')).toEqual(second);
  await remove(tenant, 'again');
  expect(await get(tenant, 'again', 'COUPON_STATUS_DELETED')).toMatchObject({ discount: 2 });
  const types = (await readEvents(billing, tenant)).map(({ type }) => type);
  expect(types).toEqual(['coupon.created', 'coupon.deleted', 'coupon.created', 'coupon.deleted']);
});

test('of twenty parallel deletes exactly one succeeds', async () => {
  const tenant = aTenant();
  const { code } = await create(aCouponRequest(tenant));
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => remove(tenant, code)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await readEvents(billing, tenant)).toHaveLength(2);
});

test('get with a status finds only a coupon with that status', async () => {
  const tenant = aTenant();
  const { code } = await create(aCouponRequest(tenant));
  await expect(get(tenant, code, 'COUPON_STATUS_INACTIVE')).rejects.toMatchObject(notFound);
  expect(await get(tenant, code, 'COUPON_STATUS_ACTIVE')).toMatchObject({ code });
  for (const missing of ['nothing', "' or 1=1 --", '\0']) {
    await expect(get(tenant, missing)).rejects.toMatchObject(notFound);
  }
});

async function seed(tenant: Tenant, codes: readonly string[]): Promise<void> {
  for (const code of codes) {
    billing.clock.advance(5);
    await create(aCouponRequest(tenant, { code }));
  }
}

test('coupons list newest first, by code and by status, without the deleted ones', async () => {
  const tenant = aTenant();
  await seed(tenant, ['b', 'c', 'a', 'gone', 'used']);
  await toggle(tenant, 'c');
  await remove(tenant, 'gone');
  await expire(tenant, 'used');
  expect(await codesOf(tenant)).toEqual(['used', 'a', 'c', 'b']);
  expect(await codesOf(tenant, {}, { code: 'a' })).toEqual(['a']);
  expect(await codesOf(tenant, {}, { status: 'COUPON_STATUS_ACTIVE' })).toEqual(['a', 'b']);
  expect(await codesOf(tenant, {}, { status: 'COUPON_STATUS_INACTIVE' })).toEqual(['c']);
  expect(await codesOf(tenant, {}, { status: 'COUPON_STATUS_EXPIRED' })).toEqual(['used']);
  expect(await codesOf(aTenant())).toEqual([]);
});

test('the pages of a list join up in both directions by the codes at their ends, also at a deleted coupon', async () => {
  const tenant = aTenant();
  await seed(tenant, ['e', 'a', 'd', 'b', 'c']);
  const page = async (cursor: object) => {
    const request = { tenant, page: { ...firstPage, limit: 2, ...cursor }, code: undefined, status: undefined };
    const answer = await billing.coupons.listCoupons(request, call());
    return { codes: answer.coupons.map(({ code }) => code), ...answer.page };
  };
  expect(await page({})).toEqual({ codes: ['c', 'b'], hasMore: true, next: 'b', before: undefined });
  expect(await page({ after: 'b' })).toEqual({ codes: ['d', 'a'], hasMore: true, next: 'a', before: 'd' });
  expect(await page({ after: 'a' })).toEqual({ codes: ['e'], hasMore: false, next: undefined, before: 'e' });
  expect(await page({ before: 'd' })).toEqual({ codes: ['c', 'b'], hasMore: true, next: 'b', before: undefined });
  await remove(tenant, 'b');
  expect(await page({ after: 'b' })).toMatchObject({ codes: ['d', 'a'], before: 'd' });
});

test('a cursor that is no coupon of this store and environment is refused, and so are two cursors', async () => {
  const tenant = aTenant();
  const [foreign, production] = [aTenant(), toTenant(tenant.storeId, false)];
  await seed(tenant, ['mine']);
  await create(aCouponRequest(foreign, { code: 'foreign' }));
  await create(aCouponRequest(production, { code: 'production' }));
  const rows = await billing
    .db('coupons')
    .where({ store_id: tenant.storeId, dev_mode: true })
    .select<{ id: string }[]>('id');
  expect(rows).toHaveLength(1);
  for (const cursor of ['foreign', 'production', 'nothing', rows[0]?.id, '', '\0', "' or 1=1 --"]) {
    for (const name of ['after', 'before']) {
      await expect(codesOf(tenant, { [name]: cursor })).rejects.toMatchObject({
        kind: 'INVALID_ARGUMENT',
        message: `Property '${name}' should be the id of an item of this list`,
      });
    }
  }
  await expect(codesOf(tenant, { after: 'mine', before: 'mine' })).rejects.toMatchObject({
    kind: 'INVALID_ARGUMENT',
    message: "Properties 'after' and 'before' cannot be used together",
  });
});
