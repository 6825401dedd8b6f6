import {
  CreateCouponResponse,
  DeleteCouponResponse,
  fromWire,
  pageFromWire,
  pageToWire,
  tenantFromWire,
  ToggleCouponResponse,
  type CouponServiceDefinition,
  type CreateCouponRequest,
} from '@pitanga/contracts';
import { idempotently } from '@pitanga/database';
import type { RpcHandlers } from '@pitanga/rpc';
import { couponStatuses, discountKinds, unlimitedRedeems, type CouponInput } from '../coupons/coupon';
import { listCoupons } from '../coupons/coupon-queries';
import type { Deps } from '../deps';
import { createCoupon, deleteCoupon, getCoupon, toggleCoupon } from '../managing/coupon-service';
import { couponToWire } from '../messages/coupon-wire';

export function couponHandlers(deps: Deps): RpcHandlers<CouponServiceDefinition> {
  return {
    createCoupon: async (request, call) => {
      const tenant = tenantFromWire(request.tenant);
      const { response, replayed } = await idempotently(
        deps.db,
        tenant,
        call.idempotency,
        CreateCouponResponse,
        deps.clock.real(),
        async (db) => ({ coupon: couponToWire(await createCoupon({ ...deps, db }, tenant, inputFromWire(request))) }),
      );
      if (replayed) call.markReplayed();
      return response;
    },

    getCoupon: async (request) => {
      const status = request.status && fromWire('COUPON_STATUS', couponStatuses, request.status);
      const coupon = await getCoupon(deps, tenantFromWire(request.tenant), request.code, status);
      return { coupon: couponToWire(coupon) };
    },

    listCoupons: async (request) => {
      const status = request.status && fromWire('COUPON_STATUS', couponStatuses, request.status);
      const filter = { code: request.code, status };
      const page = pageFromWire(request.page);
      const coupons = await listCoupons(deps.db, tenantFromWire(request.tenant), page, filter);
      return { coupons: coupons.items.map(couponToWire), page: pageToWire(coupons) };
    },

    toggleCoupon: async (request, call) => {
      const tenant = tenantFromWire(request.tenant);
      const { response, replayed } = await idempotently(
        deps.db,
        tenant,
        call.idempotency,
        ToggleCouponResponse,
        deps.clock.real(),
        async (db) => ({ coupon: couponToWire(await toggleCoupon({ ...deps, db }, tenant, request.code)) }),
      );
      if (replayed) call.markReplayed();
      return response;
    },

    deleteCoupon: async (request, call) => {
      const tenant = tenantFromWire(request.tenant);
      const { response, replayed } = await idempotently(
        deps.db,
        tenant,
        call.idempotency,
        DeleteCouponResponse,
        deps.clock.real(),
        async (db) => ({ coupon: couponToWire(await deleteCoupon({ ...deps, db }, tenant, request.code)) }),
      );
      if (replayed) call.markReplayed();
      return response;
    },
  };
}

function inputFromWire(request: CreateCouponRequest): CouponInput {
  const { code, discount, notes, maxRedeems = unlimitedRedeems } = request;
  const discountKind = fromWire('DISCOUNT_KIND', discountKinds, request.discountKind);
  return { code, discountKind, discount, notes, maxRedeems, metadataJson: request.metadataJson || '{}' };
}
