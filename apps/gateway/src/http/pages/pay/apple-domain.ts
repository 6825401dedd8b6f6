import type { Route } from '../../edge/api';

const path = '/.well-known/apple-developer-merchantid-domain-association';

/** What Apple asks the host of a page for before a browser shows Apple Pay on it. */
export const appleDomainRoute: Route = (app, { applePayDomain }) => {
  app.get(path, { config: { permission: 'public' }, schema: { hide: true } } as const, (_request, reply) =>
    applePayDomain === undefined
      ? reply.code(404).header('cache-control', 'no-store').send()
      : reply
          .headers({ 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' })
          .send(applePayDomain),
  );
};
