import type { Api } from './api';

/** /livez and /readyz on the public port, for load balancers that reach no other. */
export function registerHealth(app: Api, isReady: () => boolean): void {
  const config = { permission: 'public' as const };
  app.get('/livez', { config }, () => ({ status: 'ok' }));
  app.get('/readyz', { config }, (_request, reply) =>
    isReady() ? { status: 'ready' } : reply.code(503).send({ status: 'not ready' }),
  );
}
