import { required } from '@pitanga/contracts';
import { cardDeclined } from '@pitanga/core';
import { subscriptionRecord, SubscriptionRecord } from '@pitanga/records';
import type { Route } from '../../edge/api';
import { callContext, principal } from '../../edge/request';
import { idBody, idFrom, idQuery } from '../../fields/id';
import { ok, recordAnswer } from '../envelope';
import { CardUpdate } from './subscriptions-schemas';

const tags = ['Subscriptions'];

export const updateSubscriptionCardRoute: Route = (app, { clients }) => {
  app.post(
    '/subscriptions/update-card',
    {
      config: { permission: 'CHECKOUT:CREATE' },
      schema: {
        operationId: 'updateSubscriptionCard',
        summary: 'Replace the card of a subscription',
        description:
          'For all charges from now on. The card is verified first: `CARD_DECLINED` keeps the one before. A cycle that ' +
          'could not be charged is tried at once, without using up a retry or moving the next one; when that is ' +
          'declined, the answer is `CARD_DECLINED` as well, and the next attempt is made with the new card.',
        tags,
        body: CardUpdate,
        response: recordAnswer(SubscriptionRecord),
      },
    },
    async (request) => {
      const { id, cardToken } = request.body;
      const { subscription, declineCode } = await clients.subscriptions.updateCard(
        { tenant: principal(request).tenant, id, cardToken },
        callContext(request),
      );
      if (declineCode !== undefined) throw cardDeclined(declineCode);
      return ok(subscriptionRecord(required(subscription, 'subscription')));
    },
  );
};

export const collectSubscriptionRoute: Route = (app, { clients }) => {
  app.post(
    '/subscriptions/collect',
    {
      config: { permission: 'CHECKOUT:CREATE' },
      schema: {
        operationId: 'collectSubscription',
        summary: 'Charge an unpaid cycle now',
        description:
          'Tries the cycle of a past due subscription at once with the card on file, once for each request. It uses up no ' +
          'retry and moves none; when one is under way, that is the answer. When the card is declined, the answer is ' +
          '`CARD_DECLINED`. At most five attempts of a cycle are made beside its schedule.',
        tags,
        querystring: idQuery,
        body: idBody,
        response: recordAnswer(SubscriptionRecord),
      },
    },
    async (request) => {
      const asked = { tenant: principal(request).tenant, id: idFrom(request) };
      const { subscription, declineCode } = await clients.subscriptions.collectSubscription(
        asked,
        callContext(request),
      );
      if (declineCode !== undefined) throw cardDeclined(declineCode);
      return ok(subscriptionRecord(required(subscription, 'subscription')));
    },
  );
};
