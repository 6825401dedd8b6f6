import { storeApi, type ReadApi, type Scope } from '../../api/client';
import { answered, isProblem, record } from '../../api/problem';
import { loadAll } from '../../lists/load-all';
import { couponBody, productBody, type Catalogue, type CopyPlan } from './plan-copy';

/** A request each: more would keep a person waiting, and the rest follows with the next click. */
export const copiedMax = 200;
const rowsMax = 1_000;

/** The products and coupons of one environment, the newest thousand of each. */
export async function readCatalogue(api: ReadApi, signal: AbortSignal): Promise<Catalogue> {
  const [products, coupons] = await Promise.all([
    loadAll((query) => answered(api.GET('/v2/products/list', { params: { query }, signal })), { signal, rowsMax }),
    loadAll((query) => answered(api.GET('/v2/coupons/list', { params: { query }, signal })), { signal, rowsMax }),
  ]);
  return { products: products.rows, coupons: coupons.rows };
}

export interface Copied {
  readonly count: number;
  /** What the API refused, by name. */
  readonly refused: readonly string[];
  readonly withoutImage: readonly string[];
}

/** Statuses that end the whole copy, and are shown as they are: the rest follows with the next click. */
const ends = (status: number): boolean => [0, 401, 403, 429].includes(status) || status >= 500;

/** Makes one record under a key of its own. */
export interface Makers {
  readonly product: (body: ReturnType<typeof productBody>, key: string) => Promise<unknown>;
  readonly coupon: (body: ReturnType<typeof couponBody>, key: string) => Promise<unknown>;
}

/** Makes them in the open environment of a store. */
export function toMakers(scope: Scope): Makers {
  return {
    product: (body, key) => record(storeApi(scope, key).POST('/v2/products/create', { body })),
    coupon: (body, key) => record(storeApi(scope, key).POST('/v2/coupons/create', { body })),
  };
}

/**
 * Makes what a plan has, one record after the other. Each has its own key under that of the click, so that a repeat makes
 * nothing twice; what has come to exist since is not refused.
 */
export async function copyCatalogue(make: Makers, plan: CopyPlan, key: string): Promise<Copied> {
  const refused: string[] = [];
  const withoutImage: string[] = [];
  let count = 0;
  const attempt = async (name: string, run: () => Promise<unknown>): Promise<void> => {
    try {
      await run();
      count += 1;
    } catch (problem) {
      if (!isProblem(problem) || ends(problem.status)) throw problem;
      if (problem.status !== 409) refused.push(name);
    }
  };
  const products = plan.products.slice(0, copiedMax);
  for (const product of products) {
    await attempt(product.name, async () => {
      const { imageUrl, ...bare } = productBody(product);
      const own = `${key}-${product.id}`;
      if (imageUrl === undefined) return make.product(bare, own);
      try {
        return await make.product({ ...bare, imageUrl }, own);
      } catch (problem) {
        if (!isProblem(problem) || problem.status !== 400) throw problem;
        const made = await make.product(bare, `${own}-bare`);
        withoutImage.push(product.name);
        return made;
      }
    });
  }
  for (const coupon of plan.coupons.slice(0, copiedMax - products.length)) {
    await attempt(coupon.code, () => make.coupon(couponBody(coupon), `${key}-${encodeURIComponent(coupon.code)}`));
  }
  return { count, refused, withoutImage };
}
