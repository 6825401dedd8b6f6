import type { FastifyReply, FastifyRequest } from 'fastify';
import { warn } from './warnings';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What production would refuse or treat differently in a valid body: one sentence each. */
    readonly differsInProduction?: (body: never) => readonly (string | undefined)[];
  }
}

/** `preHandler` hook: in dev mode, warns of what production would refuse. */
export function warnOfProduction(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  if (request.principal?.tenant.devMode === true) {
    const differences = request.routeOptions.config.differsInProduction?.(request.body as never) ?? [];
    for (const sentence of differences) if (sentence !== undefined) warn(reply, sentence);
  }
  done();
}
