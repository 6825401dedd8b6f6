import { required } from '@pitanga/contracts';
import { couponRecord, CouponRecord, OneOf } from '@pitanga/records';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../../deps';
import type { Route, RouteGroup } from '../../edge/api';
import { callContext, principal } from '../../edge/request';
import { Id, TextFilter, wireFilter } from '../../fields/fields';
import { idBody, idFrom, idQuery } from '../../fields/id';
import { CouponCreate, couponRequest, couponStatus, warnOfSmallPercentage } from '../../both-versions/coupons';
import { list, ok, listAnswer, recordAnswer } from '../envelope';
import { listQuery, pageRequest } from '../lists';

const disabled = { description: 'DISABLED is the same as INACTIVE.' };

const CouponGet = Type.Object({
  id: Id,
  status: Type.Optional(OneOf('AnyCouponStatus', ['ACTIVE', 'INACTIVE', 'DISABLED', 'EXPIRED', 'DELETED'], disabled)),
});

const CouponList = Type.Object({
  ...listQuery,
  id: Type.Optional(TextFilter),
  status: Type.Optional(OneOf('CouponStatusFilter', ['ACTIVE', 'INACTIVE', 'DISABLED', 'EXPIRED'], disabled)),
});

const tags = ['Coupons'];

const createCouponRoute: Route = (app, { clients }) => {
  app.post(
    '/coupons/create',
    {
      config: { permission: 'COUPON:CREATE', nullRefused: ['maxRedeems', 'startsAt', 'expiresAt', 'durationInCycles'] },
      schema: {
        operationId: 'createCoupon',
        summary: 'Create a coupon',
        description: 'Refused when a coupon that is not deleted has the code.',
        tags,
        body: CouponCreate,
        response: recordAnswer(CouponRecord),
      },
    },
    async (request, reply) => {
      warnOfSmallPercentage(reply, request.body);
      const { coupon } = await clients.coupons.createCoupon(
        couponRequest(principal(request).tenant, request.body),
        callContext(request),
      );
      return ok(couponRecord(required(coupon, 'coupon')));
    },
  );
};

const getCouponRoute: Route = (app, { clients }) => {
  app.get(
    '/coupons/get',
    {
      config: { permission: 'COUPON:READ' },
      schema: {
        operationId: 'getCoupon',
        summary: 'Get a coupon',
        description: 'A deleted one only with status DELETED.',
        tags,
        querystring: CouponGet,
        response: recordAnswer(CouponRecord),
      },
    },
    async (request) => {
      const { id, status } = request.query;
      const { coupon } = await clients.coupons.getCoupon(
        { tenant: principal(request).tenant, code: id, status: wireFilter('COUPON_STATUS', couponStatus(status)) },
        callContext(request),
      );
      return ok(couponRecord(required(coupon, 'coupon')));
    },
  );
};

const listCouponsRoute: Route = (app, { clients, clock }) => {
  app.get(
    '/coupons/list',
    {
      config: { permission: 'COUPON:READ' },
      schema: {
        operationId: 'listCoupons',
        summary: 'List coupons',
        description: 'Without the deleted ones.',
        tags,
        querystring: CouponList,
        response: listAnswer(CouponRecord),
      },
    },
    async (request) => {
      const { tenant } = principal(request);
      const { id, status } = request.query;
      const { coupons, page } = await clients.coupons.listCoupons(
        {
          tenant,
          page: pageRequest(request.query, clock.now(tenant)),
          code: id,
          status: wireFilter('COUPON_STATUS', couponStatus(status)),
        },
        callContext(request),
      );
      return list(page, coupons.map(couponRecord));
    },
  );
};

const toggleCouponRoute: Route = (app, deps) => {
  const toggle = {
    config: { permission: 'COUPON:UPDATE' },
    schema: {
      operationId: 'toggleCoupon',
      summary: 'Switch a coupon off or on',
      tags,
      querystring: idQuery,
      body: idBody,
      response: recordAnswer(CouponRecord),
    },
  } as const;

  app.post('/coupons/toggle', toggle, (request) => toggleCoupon(deps, request));

  app.patch('/coupons/toggle', { ...toggle, schema: { ...toggle.schema, hide: true } }, (request) =>
    toggleCoupon(deps, request),
  );
};

const deleteCouponRoute: Route = (app, deps) => {
  const deletes = {
    config: { permission: 'COUPON:DELETE' },
    schema: {
      operationId: 'deleteCoupon',
      summary: 'Delete a coupon',
      description: 'Its code is free afterwards.',
      tags,
      querystring: idQuery,
      body: idBody,
      response: recordAnswer(CouponRecord),
    },
  } as const;

  app.post('/coupons/delete', deletes, (request) => deleteCoupon(deps, request));

  app.delete('/coupons/delete', { ...deletes, schema: { ...deletes.schema, hide: true } }, (request) =>
    deleteCoupon(deps, request),
  );
};

export const couponsRoutes: RouteGroup = [
  createCouponRoute,
  getCouponRoute,
  listCouponsRoute,
  toggleCouponRoute,
  deleteCouponRoute,
];

async function toggleCoupon({ clients }: Deps, request: FastifyRequest) {
  const { coupon } = await clients.coupons.toggleCoupon(
    { tenant: principal(request).tenant, code: idFrom(request) },
    callContext(request),
  );
  return ok(couponRecord(required(coupon, 'coupon')));
}

async function deleteCoupon({ clients }: Deps, request: FastifyRequest) {
  const { coupon } = await clients.coupons.deleteCoupon(
    { tenant: principal(request).tenant, code: idFrom(request) },
    callContext(request),
  );
  return ok(couponRecord(required(coupon, 'coupon')));
}
