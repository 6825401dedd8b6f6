import { required } from '@pitanga/contracts';
import { attemptRecord, deliveryRecord, DeliveryRecord } from '@pitanga/records';
import type { Route, RouteGroup } from '../../edge/api';
import { callContext, principal } from '../../edge/request';
import { wireFilter } from '../../fields/fields';
import { idBody, idFrom, idQuery } from '../../fields/id';
import { parseInstant } from '../../fields/instant-or-day';
import { list, ok, listAnswer, recordAnswer } from '../envelope';
import { pageRequest } from '../lists';
import { DeliveryList, DeliveryReplay, DeliveryWithAttempts, Replay } from './deliveries-schemas';

const tags = ['Webhooks'];

const listDeliveriesRoute: Route = (app, { clients, clock }) => {
  app.get(
    '/webhooks/deliveries',
    {
      config: { permission: 'WEBHOOK:READ' },
      schema: {
        operationId: 'listDeliveries',
        summary: 'List deliveries',
        description: 'The log: one entry for each event and webhook, those of deleted webhooks included.',
        tags,
        querystring: DeliveryList,
        response: listAnswer(DeliveryRecord),
      },
    },
    async (request) => {
      const { tenant } = principal(request);
      const { webhookId, event, eventId, recordId, status } = request.query;
      const { deliveries, page } = await clients.deliveries.listDeliveries(
        {
          tenant,
          page: pageRequest(request.query, clock.now(tenant)),
          webhookId,
          event,
          eventId,
          recordId,
          status: wireFilter('DELIVERY_STATUS', status),
        },
        callContext(request),
      );
      return list(page, deliveries.map(deliveryRecord));
    },
  );
};

const getDeliveryRoute: Route = (app, { clients }) => {
  app.get(
    '/webhooks/deliveries/get',
    {
      config: { permission: 'WEBHOOK:READ' },
      schema: {
        operationId: 'getDelivery',
        summary: 'Get a delivery',
        description: 'With all its attempts and its body.',
        tags,
        querystring: idQuery,
        response: recordAnswer(DeliveryWithAttempts),
      },
    },
    async (request) => {
      const { delivery, attempts, body } = await clients.deliveries.getDelivery(
        { tenant: principal(request).tenant, id: idFrom(request) },
        callContext(request),
      );
      return ok({
        ...deliveryRecord(required(delivery, 'delivery')),
        attempts: attempts.map(attemptRecord),
        body: body ?? null,
      });
    },
  );
};

const resendDeliveryRoute: Route = (app, { clients }) => {
  app.post(
    '/webhooks/deliveries/resend',
    {
      config: { permission: 'WEBHOOK:DELETE' },
      schema: {
        operationId: 'resendDelivery',
        summary: 'Send a delivery again',
        description:
          'One attempt with the same id and body, whatever its status; logged as MANUAL. A pending delivery keeps its' +
          ' retries until one attempt succeeds. Its webhook must be active.',
        tags,
        querystring: idQuery,
        body: idBody,
        response: recordAnswer(DeliveryRecord),
      },
    },
    async (request) => {
      const { delivery } = await clients.deliveries.resendDelivery(
        { tenant: principal(request).tenant, id: idFrom(request) },
        callContext(request),
      );
      return ok(deliveryRecord(required(delivery, 'delivery')));
    },
  );
};

const replayDeliveriesRoute: Route = (app, { clients }) => {
  app.post(
    '/webhooks/replay',
    {
      config: { permission: 'WEBHOOK:DELETE' },
      schema: {
        operationId: 'replayDeliveries',
        summary: 'Replay a window of deliveries',
        description:
          'Sends every delivery of one webhook that was created in the window once more, with the same ids: at most 7' +
          ' days and 10,000 deliveries. `includeMissing` also sends the events of the window that have no delivery to it.' +
          ' Those whose body is no longer kept are left out. The webhook must be active.',
        tags,
        body: DeliveryReplay,
        response: recordAnswer(Replay),
      },
    },
    async (request) => {
      const { webhookId, from, to, status, includeMissing = false } = request.body;
      const [createdFrom, createdTo] = [parseInstant(from), parseInstant(to)];
      const { count } = await clients.deliveries.replayDeliveries(
        {
          tenant: principal(request).tenant,
          webhookId,
          createdFrom,
          createdTo,
          status: wireFilter('DELIVERY_STATUS', status),
          includeMissing,
        },
        callContext(request),
      );
      const window = { from: createdFrom.toISOString(), to: createdTo.toISOString() };
      return ok({ webhookId, ...window, count });
    },
  );
};

/** The log of deliveries, and resending them. */
export const deliveriesRoutes: RouteGroup = [
  listDeliveriesRoute,
  getDeliveryRoute,
  resendDeliveryRoute,
  replayDeliveriesRoute,
];
