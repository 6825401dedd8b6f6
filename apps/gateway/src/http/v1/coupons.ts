import { required } from '@pitanga/contracts';
import { v1CouponRecord, V1CouponRecord } from '@pitanga/records';
import { Type } from 'typebox';
import type { Route, RouteGroup } from '../edge/api';
import { callContext, principal } from '../edge/request';
import { V1CouponCreate, couponRequest, warnOfSmallPercentage } from '../both-versions/coupons';
import { ok, answer } from './envelope';
import { listQuery, wholePage } from './lists';

const tags = ['Coupons'];

const createCouponRoute: Route = (app, { clients }) => {
  app.post(
    '/coupon/create',
    {
      config: { permission: 'COUPON:CREATE', nullRefused: ['maxRedeems'] },
      schema: {
        operationId: 'createCoupon',
        summary: 'Create a coupon',
        tags,
        body: V1CouponCreate,
        response: answer(V1CouponRecord),
      },
    },
    async (request, reply) => {
      warnOfSmallPercentage(reply, request.body);
      const { coupon } = await clients.coupons.createCoupon(
        couponRequest(principal(request).tenant, request.body),
        callContext(request),
      );
      return ok(v1CouponRecord(required(coupon, 'coupon')));
    },
  );
};

const listCouponsRoute: Route = (app, { clients }) => {
  app.get(
    '/coupon/list',
    {
      config: { permission: 'COUPON:READ' },
      schema: {
        operationId: 'listCoupons',
        summary: 'List coupons',
        tags,
        querystring: Type.Object(listQuery),
        response: answer(Type.Array(V1CouponRecord)),
      },
    },
    async (request) => {
      const { tenant } = principal(request);
      const coupons = await wholePage(request.query, async (step) => {
        const answer = await clients.coupons.listCoupons({ tenant, page: step }, callContext(request));
        return { items: answer.coupons, page: answer.page };
      });
      return ok(coupons.map(v1CouponRecord));
    },
  );
};

export const couponsRoutes: RouteGroup = [createCouponRoute, listCouponsRoute];
