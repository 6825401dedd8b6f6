import { required } from '@pitanga/contracts';
import { subscriptionRecord, SubscriptionRecord } from '@pitanga/records';
import type { Route, RouteGroup } from '../../edge/api';
import { callContext, principal } from '../../edge/request';
import { wireFilter } from '../../fields/fields';
import { idFrom, idQuery } from '../../fields/id';
import { ok, recordAnswer } from '../envelope';
import { SubscriptionCancel, SubscriptionPause, SubscriptionResume } from './subscriptions-schemas';

const tags = ['Subscriptions'];

const cancelSubscriptionRoute: Route = (app, { clients }) => {
  app.post(
    '/subscriptions/cancel',
    {
      config: { permission: 'CHECKOUT:DELETE' },
      schema: {
        operationId: 'cancelSubscription',
        summary: 'Cancel a subscription',
        description:
          'At once, also during a trial: after this answer nothing is charged any more, usage included. With ' +
          '`atPeriodEnd` it runs on until its next due instant (`cancelAt`), which in a trial is its end, and is ' +
          'CANCELLED then without a charge of its price; usage recorded before is charged if it is R$ 1,00 or more, ' +
          'and retried like any cycle. A cycle still unpaid at that instant stays so. Until then ' +
          '`/subscriptions/resume` takes it back, and a cancel without the flag ends it at once.',
        tags,
        querystring: idQuery,
        body: SubscriptionCancel,
        response: recordAnswer(SubscriptionRecord),
      },
    },
    async (request) => {
      const { atPeriodEnd } = request.body;
      const { subscription } = await clients.subscriptions.cancelSubscription(
        { tenant: principal(request).tenant, id: idFrom(request), atPeriodEnd },
        callContext(request),
      );
      return ok(subscriptionRecord(required(subscription, 'subscription')));
    },
  );
};

const pauseSubscriptionRoute: Route = (app, { clients }) => {
  app.post(
    '/subscriptions/pause',
    {
      config: { permission: 'CHECKOUT:DELETE', nullRefused: ['resumesAt'] },
      schema: {
        operationId: 'pauseSubscription',
        summary: 'Pause a subscription',
        description:
          'Nothing is charged until it is resumed, or until `resumesAt`. Cycles that fall due meanwhile are skipped ' +
          'and never charged. A cycle that is unpaid now is given up: it is not tried again, not even later. Usage ' +
          'recorded for cycles that are skipped is charged with the first one after them. The subscription stays ' +
          'ACTIVE with `pausedAt`; MRR leaves it out. A charge that was already sent is kept. Of a paused ' +
          'subscription, `resumesAt` and `resumeFrom` are replaced.',
        tags,
        querystring: idQuery,
        body: SubscriptionPause,
        response: recordAnswer(SubscriptionRecord),
      },
    },
    async (request) => {
      const { resumesAt, resumeFrom } = request.body;
      const { subscription } = await clients.subscriptions.pauseSubscription(
        {
          tenant: principal(request).tenant,
          id: idFrom(request),
          resumesAt: resumesAt === undefined ? undefined : new Date(resumesAt),
          resumeFrom: wireFilter('RESUME_FROM', resumeFrom),
        },
        callContext(request),
      );
      return ok(subscriptionRecord(required(subscription, 'subscription')));
    },
  );
};

const resumeSubscriptionRoute: Route = (app, { clients }) => {
  app.post(
    '/subscriptions/resume',
    {
      config: { permission: 'CHECKOUT:CREATE' },
      schema: {
        operationId: 'resumeSubscription',
        summary: 'Resume a subscription',
        description:
          'Ends a pause and takes back a cancellation that waits for the end of the period. `resumeFrom` says whether ' +
          'the due dates stay or count from now where one fell in the pause; `/subscriptions/upcoming` says what ' +
          'either would charge and when. A subscription with neither is answered as it is.',
        tags,
        querystring: idQuery,
        body: SubscriptionResume,
        response: recordAnswer(SubscriptionRecord),
      },
    },
    async (request) => {
      const { subscription } = await clients.subscriptions.resumeSubscription(
        {
          tenant: principal(request).tenant,
          id: idFrom(request),
          resumeFrom: wireFilter('RESUME_FROM', request.body.resumeFrom),
        },
        callContext(request),
      );
      return ok(subscriptionRecord(required(subscription, 'subscription')));
    },
  );
};

/** Cancellation, pause and resumption. */
export const subscriptionEndsRoutes: RouteGroup = [
  cancelSubscriptionRoute,
  pauseSubscriptionRoute,
  resumeSubscriptionRoute,
];
