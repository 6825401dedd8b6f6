import type { Metrics } from '@pitanga/runtime';
import type { Api } from './api';

/** /livez, /readyz and /metrics on the public port too, for set-ups that have only that one. */
export function registerHealth(app: Api, metrics: Metrics, isReady: () => boolean): void {
  const config = { permission: 'public' as const };
  app.get('/livez', { config }, () => ({ status: 'ok' }));
  app.get('/readyz', { config }, (_request, reply) =>
    isReady() ? { status: 'ready' } : reply.code(503).send({ status: 'not ready' }),
  );
  app.get('/metrics', { config }, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.metrics()),
  );
}
