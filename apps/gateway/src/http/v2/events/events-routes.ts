import { required } from '@pitanga/contracts';
import { eventRecord } from '@pitanga/records';
import type { Route, RouteGroup } from '../../edge/api';
import { callContext, principal, stillAllowed } from '../../edge/request';
import { idFrom, idQuery } from '../../fields/id';
import { list, listAnswer, ok, recordAnswer } from '../envelope';
import { pageRequest } from '../lists';
import { Event, EventList, EventStream, streamAnswer } from './events-schemas';

const tags = ['Event log'];

/** Events of one read: at most this many bodies are in memory for each stream that catches up. */
const eventsPerRead = 100;

const listEventsRoute: Route = (app, { clients, clock }) => {
  app.get(
    '/events/list',
    {
      config: { permission: 'EVENT:READ' },
      schema: {
        operationId: 'listEvents',
        summary: 'List events',
        description: 'What v2 webhooks say, whether or not one exists, of the last 90 days.',
        tags,
        querystring: EventList,
        response: listAnswer(Event),
      },
    },
    async (request) => {
      const { tenant } = principal(request);
      const { type, recordId } = request.query;
      const { events, page } = await clients.events.listEvents(
        { tenant, page: pageRequest(request.query, clock.now(tenant)), type, recordId },
        callContext(request),
      );
      return list(page, events.map(eventRecord));
    },
  );
};

const getEventRoute: Route = (app, { clients }) => {
  app.get(
    '/events/get',
    {
      config: { permission: 'EVENT:READ' },
      schema: {
        operationId: 'getEvent',
        summary: 'Get an event',
        tags,
        querystring: idQuery,
        response: recordAnswer(Event),
      },
    },
    async (request) => {
      const { event } = await clients.events.getEvent(
        { tenant: principal(request).tenant, id: idFrom(request) },
        callContext(request),
      );
      return ok(eventRecord(required(event, 'event')));
    },
  );
};

const streamEventsRoute: Route = (app, { clients, eventStreams }) => {
  app.get(
    '/events/stream',
    {
      exposeHeadRoute: false,
      config: { permission: 'EVENT:READ', isStream: true },
      schema: {
        operationId: 'streamEvents',
        summary: 'Stream events',
        description:
          'Every event as it happens, as server-sent events with the bodies of v2 webhooks. After an interruption the' +
          ' client sends `Last-Event-ID` and misses none. A stream ends after 15 minutes and when the gateway' +
          ' restarts: connect again. A client that reads too slowly is cut off.',
        tags,
        produces: ['text/event-stream'],
        querystring: EventStream,
        response: streamAnswer,
      },
    },
    async (request, reply) => {
      const { tenant, actor } = principal(request);
      const { after, lastEventId = after } = request.query;
      const header = request.headers['last-event-id'];
      const context = callContext(request);
      const stream = await eventStreams.open({
        tenant,
        callerId: actor.id,
        afterId: typeof header === 'string' && header !== '' ? header : lastEventId,
        isAllowed: stillAllowed(request),
        read: ({ afterId, afterPosition }) =>
          clients.events.listEventsAfter({ tenant, afterId, afterPosition, limit: eventsPerRead }, context),
      });
      reply.hijack();
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) reply.raw.setHeader(name, value);
      }
      // Without buffering, proxies pass on each event at once.
      reply.raw.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' });
      stream.pipe(reply.raw);
    },
  );
};

/** What webhooks would say: as a list and as a stream. */
export const eventsRoutes: RouteGroup = [listEventsRoute, getEventRoute, streamEventsRoute];
