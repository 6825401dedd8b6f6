import type { ApiRecord } from '../../api/records';
import { Problem } from '../../api/problem';
import { copyCatalogue, type Makers } from './copy-catalogue';
import { couponBody, planCopy, productBody } from './plan-copy';

const product = (externalId: string, over: Partial<ApiRecord<'Product'>> = {}): ApiRecord<'Product'> => ({
  id: `prod_${externalId}`,
  devMode: true,
  externalId,
  name: externalId,
  description: '',
  price: 1_000,
  currency: 'BRL',
  cycle: null,
  trialDays: null,
  imageUrl: null,
  hasFile: false,
  status: 'ACTIVE',
  createdAt: '',
  updatedAt: '',
  ...over,
});

const coupon = (code: string, over: Partial<ApiRecord<'Coupon'>> = {}): ApiRecord<'Coupon'> => ({
  id: code,
  code,
  devMode: true,
  discountKind: 'PERCENTAGE',
  discount: 10,
  status: 'ACTIVE',
  notes: null,
  maxRedeems: -1,
  redeemsCount: 7,
  metadata: {},
  createdAt: '',
  updatedAt: '',
  startsAt: null,
  expiresAt: null,
  duration: 'FOREVER',
  durationInCycles: null,
  ...over,
});

describe('a copy from test to production', () => {
  const test = {
    products: [product('novo', { hasFile: true }), product('velho'), product('comum')],
    coupons: [coupon('NOVO'), coupon('COMUM'), coupon('FORA', { status: 'INACTIVE' })],
  };

  it('is of what is new here, the oldest first, and leaves what has the same code', () => {
    const plan = planCopy(test, { products: [product('comum')], coupons: [coupon('COMUM')] });
    expect(plan.products.map(({ externalId }) => externalId)).toEqual(['velho', 'novo']);
    expect(plan.coupons.map(({ code }) => code)).toEqual(['NOVO']);
    expect(plan).toMatchObject({ existing: 2, inactive: 1, withFile: 1 });
  });

  it('copies nothing the second time', () => {
    expect(planCopy(test, test)).toMatchObject({ products: [], coupons: [], existing: 5 });
  });

  it('takes what is set, and neither the uses nor the id of test', () => {
    expect(productBody(product('clube', { cycle: 'MONTHLY', trialDays: 7 }))).toEqual({
      externalId: 'clube',
      name: 'clube',
      price: 1_000,
      cycle: 'MONTHLY',
      trialDays: 7,
    });
    expect(couponBody(coupon('DEZ', { notes: 'Natal' }))).toEqual({
      code: 'DEZ',
      discountKind: 'PERCENTAGE',
      discount: 10,
      maxRedeems: -1,
      metadata: {},
      notes: 'Natal',
      duration: 'FOREVER',
    });
  });

  const answer = (status: number) => new Problem('', 'INVALID_ARGUMENT', status, undefined, undefined);

  it('goes on over what exists by now and what is refused, and makes a product without a picture that fails', async () => {
    const made: string[] = [];
    const make: Makers = {
      product: ({ externalId, imageUrl }, key) => {
        if (imageUrl !== undefined) throw answer(400);
        if (externalId === 'comum') throw answer(409);
        made.push(key);
        return Promise.resolve();
      },
      coupon: () => Promise.reject(answer(422)),
    };
    const pictured = product('velho', { imageUrl: 'https://loja.example/a.png' });
    const plan = planCopy(
      { products: [product('comum'), pictured], coupons: [coupon('DEZ')] },
      { products: [], coupons: [] },
    );
    expect(await copyCatalogue(make, plan, 'k')).toEqual({ count: 1, refused: ['DEZ'], withoutImage: ['velho'] });
    expect(made).toEqual(['k-prod_velho-bare']);
  });

  it('ends where a second factor is asked for, so that the person is asked and it begins again', async () => {
    const make: Makers = { product: () => Promise.reject(answer(403)), coupon: () => Promise.resolve() };
    const plan = planCopy({ products: [product('novo')], coupons: [] }, { products: [], coupons: [] });
    await expect(copyCatalogue(make, plan, 'k')).rejects.toMatchObject({ status: 403 });
  });
});
