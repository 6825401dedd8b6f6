import { required } from '@pitanga/contracts';
import { subscriptionRecord, SubscriptionRecord } from '@pitanga/records';
import type { Route, RouteGroup } from '../../edge/api';
import { callContext, principal } from '../../edge/request';
import { ok, recordAnswer } from '../envelope';
import { CouponChange } from './subscriptions-schemas';

const tags = ['Subscriptions'];

const applySubscriptionCouponRoute: Route = (app, { clients }) => {
  app.post(
    '/subscriptions/apply-coupon',
    {
      config: { permission: 'CHECKOUT:CREATE' },
      schema: {
        operationId: 'applySubscriptionCoupon',
        summary: 'Apply a coupon to a subscription',
        description:
          'From the first cycle that falls due after this request, on as many as the coupon’s `duration` says; cycles that are due already, paid ' +
          'or not, cost what they did. The coupon must be ACTIVE; whether the checkout accepts it counts for payers ' +
          'alone. Its use is counted once for each subscription, also when it is removed and applied again. One that ' +
          'the subscription has already changes nothing. At most 50 coupons; what is left of a cycle is R$ 1,00 or ' +
          'more, or nothing. `coupons` and mrr follow at once. 404 `Cupom não encontrado.` for an unknown code.',
        tags,
        body: CouponChange,
        response: recordAnswer(SubscriptionRecord),
      },
    },
    async (request) => {
      const { id, coupon } = request.body;
      const { subscription } = await clients.subscriptions.applyCoupon(
        { tenant: principal(request).tenant, id, coupon },
        callContext(request),
      );
      return ok(subscriptionRecord(required(subscription, 'subscription')));
    },
  );
};

const removeSubscriptionCouponRoute: Route = (app, { clients }) => {
  app.post(
    '/subscriptions/remove-coupon',
    {
      config: { permission: 'CHECKOUT:CREATE' },
      schema: {
        operationId: 'removeSubscriptionCoupon',
        summary: 'Remove a coupon from a subscription',
        description:
          'From the first cycle that falls due after this request; cycles that are due already, paid or not, keep the ' +
          'discount. Its use stays counted. What is left of a cycle is R$ 1,00 or more, or nothing. `coupons` and mrr ' +
          'follow at once. 404 `Cupom não encontrado.` when the subscription does not have it.',
        tags,
        body: CouponChange,
        response: recordAnswer(SubscriptionRecord),
      },
    },
    async (request) => {
      const { id, coupon } = request.body;
      const { subscription } = await clients.subscriptions.removeCoupon(
        { tenant: principal(request).tenant, id, coupon },
        callContext(request),
      );
      return ok(subscriptionRecord(required(subscription, 'subscription')));
    },
  );
};

/** Coupons of an active subscription. */
export const subscriptionCouponsRoutes: RouteGroup = [applySubscriptionCouponRoute, removeSubscriptionCouponRoute];
