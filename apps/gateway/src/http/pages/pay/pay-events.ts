import type { Route } from '../../edge/api';
import { publicPage } from '../html/public-page';
import { pageState, readAwaited } from './pay-progress';
import { openVisit } from './pay-visit';

const streamPage = {
  ...publicPage,
  exposeHeadRoute: false,
  config: { ...publicPage.config, isStream: true },
} as const;

/** How long a page polls before it asks for a stream again. */
const retryAfterSeconds = '30';

/**
 * The state of a payment page as server-sent events: `event: state` with `{"state":"…"}`, now and whenever it changes.
 * A gateway that hears no facts answers 204, which ends the stream for good, and the page polls /state.
 */
export const payEventsRoute: Route = (app, deps) => {
  app.get('/pay/:id/events', streamPage, async (request, reply) => {
    if (!deps.pageStreams.isHearing()) return reply.code(204).header('retry-after', retryAfterSeconds).send();
    const stream = await deps.pageStreams.open({
      client: deps.limits.hashClient(request.ip),
      ids: readAwaited(request.query),
      read: async () => pageState(await openVisit({ deps, request, reply })),
    });
    reply.hijack();
    reply.raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      // Without buffering, proxies pass on each event at once.
      'x-accel-buffering': 'no',
    });
    stream.pipe(reply.raw);
    return reply;
  });
};
