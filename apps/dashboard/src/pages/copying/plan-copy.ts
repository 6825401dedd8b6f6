import type { ApiRecord } from '../../api/records';

type Product = ApiRecord<'Product'>;
type Coupon = ApiRecord<'Coupon'>;

export interface Catalogue {
  readonly products: readonly Product[];
  readonly coupons: readonly Coupon[];
}

export interface CopyPlan extends Catalogue {
  /** What stays in test because something here has its `externalId` or code. */
  readonly existing: number;
  /** Coupons that are disabled or have ended. */
  readonly inactive: number;
  /** Products whose file has to be sent again: no answer shows its address. */
  readonly withFile: number;
}

/** What of the test environment is copied to production: all that is new here, the oldest first. */
export function planCopy(test: Catalogue, live: Catalogue): CopyPlan {
  const products = test.products.filter(
    ({ externalId }) => !live.products.some((known) => known.externalId === externalId),
  );
  const usable = test.coupons.filter(({ status }) => status === 'ACTIVE');
  const coupons = usable.filter(({ code }) => !live.coupons.some((known) => known.code === code));
  return {
    products: products.toReversed(),
    coupons: coupons.toReversed(),
    existing: test.products.length - products.length + usable.length - coupons.length,
    inactive: test.coupons.length - usable.length,
    withFile: products.filter(({ hasFile }) => hasFile).length,
  };
}

const given = <Value extends object>(values: Value): Partial<{ [Key in keyof Value]: NonNullable<Value[Key]> }> =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== '' && value !== undefined),
  ) as never;

export function productBody(product: Product): ApiRecord<'CreateProduct'> {
  const { externalId, name, price, description, cycle, trialDays, imageUrl } = product;
  return { externalId, name, price, ...given({ description, cycle, trialDays: trialDays || null, imageUrl }) };
}

export function couponBody(coupon: Coupon): ApiRecord<'CreateCoupon'> {
  const { code, discountKind, discount, maxRedeems, metadata } = coupon;
  const { notes, startsAt, expiresAt, duration, durationInCycles } = coupon;
  return {
    code,
    discountKind,
    discount,
    maxRedeems,
    metadata,
    ...given({ notes, startsAt, expiresAt, duration, durationInCycles }),
  };
}
