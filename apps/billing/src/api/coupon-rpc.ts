import {
  CreateCouponResponse,
  DeleteCouponResponse,
  fromWire,
  pageFromWire,
  pageToWire,
  ToggleCouponResponse,
  type Coupon as CouponMessage,
  type CouponServiceDefinition,
  type CreateCouponRequest,
} from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { writeOnce } from '@pitanga/database';
import type { RpcHandlers } from '@pitanga/rpc';
import {
  couponDurations,
  couponStatuses,
  discountKinds,
  unlimitedRedeems,
  type Coupon,
  type CouponInput,
} from '../coupons/coupon';
import { listCoupons } from '../coupons/coupon-repository';
import type { Deps } from '../deps';
import { createCoupon, deleteCoupon, getCoupon, toggleCoupon } from '../managing/coupon-service';
import { couponToWire } from '../messages/coupon-wire';

export function couponHandlers(deps: Deps): RpcHandlers<CouponServiceDefinition> {
  return {
    createCoupon: async (request, call) =>
      writeOnce(deps, call, CreateCouponResponse, async (tx) => ({
        coupon: toWireNow(tx, call.tenant, await createCoupon(tx, call.tenant, inputFromWire(request))),
      })),

    getCoupon: async ({ code, status: name }, { tenant }) => {
      const status = name && fromWire('COUPON_STATUS', couponStatuses, name);
      return { coupon: toWireNow(deps, tenant, await getCoupon(deps, tenant, code, status)) };
    },

    listCoupons: async (request, { tenant }) => {
      const status = request.status && fromWire('COUPON_STATUS', couponStatuses, request.status);
      const at = deps.clock.now(tenant);
      const filter = { code: request.code, status, at };
      const coupons = await listCoupons(deps.db, tenant, pageFromWire(request.page), filter);
      return { coupons: coupons.items.map((coupon) => couponToWire(coupon, at)), page: pageToWire(coupons) };
    },

    toggleCoupon: async ({ code }, call) =>
      writeOnce(deps, call, ToggleCouponResponse, async (tx) => ({
        coupon: toWireNow(tx, call.tenant, await toggleCoupon(tx, call.tenant, code)),
      })),

    deleteCoupon: async ({ code }, call) =>
      writeOnce(deps, call, DeleteCouponResponse, async (tx) => ({
        coupon: toWireNow(tx, call.tenant, await deleteCoupon(tx, call.tenant, code)),
      })),
  };
}

function toWireNow({ clock }: Pick<Deps, 'clock'>, tenant: Tenant, coupon: Coupon): CouponMessage {
  return couponToWire(coupon, clock.now(tenant));
}

function inputFromWire(request: CreateCouponRequest): CouponInput {
  const { code, discount, notes, maxRedeems = unlimitedRedeems, startsAt, expiresAt } = request;
  const discountKind = fromWire('DISCOUNT_KIND', discountKinds, request.discountKind);
  const metadataJson = request.metadataJson || '{}';
  const terms = { code, discountKind, discount, notes, maxRedeems, metadataJson, startsAt, expiresAt };
  // A gateway of the version before says nothing, and its coupons discount every charge.
  const isUnsaid = request.duration === 'COUPON_DURATION_UNSPECIFIED';
  const duration = isUnsaid ? 'FOREVER' : fromWire('COUPON_DURATION', couponDurations, request.duration);
  return { ...terms, duration, durationInCycles: request.durationInCycles };
}
