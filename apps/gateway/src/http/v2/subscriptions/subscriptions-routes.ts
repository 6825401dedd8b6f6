import { subscriptionRecord } from '@pitanga/records';
import type { RouteGroup } from '../../api';
import { wireFilter } from '../../fields';
import { callContext, principal } from '../../request';
import { listAnswer } from '../answers';
import { list } from '../envelope';
import { pageRequest } from '../lists';
import { Subscription, SubscriptionList } from './subscriptions-schemas';

export const subscriptionsRoutes: RouteGroup = (app, { clients, clock }) => {
  app.get(
    '/subscriptions/list',
    {
      config: { permission: 'CHECKOUT:READ' },
      schema: {
        operationId: 'listSubscriptions',
        summary: 'List subscriptions',
        tags: ['Subscriptions'],
        querystring: SubscriptionList,
        response: listAnswer(Subscription),
      },
    },
    async (request) => {
      const { tenant } = principal(request);
      const { checkoutId, customerId, status, externalId } = request.query;
      const { subscriptions, page } = await clients.subscriptions.listSubscriptions(
        {
          tenant,
          page: pageRequest(request.query, clock.now(tenant)),
          checkoutId,
          customerId,
          status: wireFilter('SUBSCRIPTION_STATUS', status),
          externalId,
        },
        callContext(request),
      );
      return list(page, subscriptions.map(subscriptionRecord));
    },
  );
};
