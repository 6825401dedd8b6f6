import type { AppError } from '@pitanga/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps';
import type { Admission } from './edge/admission/authenticate';
import type { Api, RouteGroup } from './edge/api';
import { errorHandler, notFoundHandler, type FailureBody } from './edge/errors/failure-handlers';
import { cleanInput } from './edge/input/clean-input';
import { warnOfProduction } from './edge/input/production-warnings';
import { warnOfUnknownFields } from './edge/input/unknown-fields';
import { refuseUnsupportedFields } from './edge/input/unsupported-fields';
import { logRequests } from './edge/log-requests';
import { answerCompatibly } from './v2/answer-compatibly';
import { markReplay } from './edge/request';
import { unsupportedOperations } from './unsupported-operations';

/** The differences between the versions of the API; everything else is shared. */
export interface ApiVersion {
  readonly prefix: `/${string}`;
  readonly failure: FailureBody;
  /** Records mean what the caller's store has chosen. */
  readonly isCompatible?: boolean;
  readonly routes: readonly RouteGroup[];
  /** Headers on every response of this version. */
  readonly headers: (deps: Deps) => Readonly<Record<string, string>>;
  /** Why this version has ended; its document stays public. */
  readonly refusal?: (deps: Deps) => AppError | undefined;
  /** Registers the version's OpenAPI document. */
  readonly describe: (scope: Api) => Promise<void>;
}

/** Registers one version as a Fastify scope: hooks, envelope, unknown routes and OpenAPI document. */
export async function registerVersion(app: Api, version: ApiVersion, deps: Deps, admit: Admission): Promise<void> {
  const headers = Object.entries(version.headers(deps));

  const announce = (_request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    for (const [name, value] of headers) reply.header(name, value);
    done();
  };

  const notFound = notFoundHandler(version.failure);

  /** An unknown route is a 404 and an unknown method a 405, with or without a key, whatever the body. */
  const admitKnown: Admission = async (request, reply) => {
    const refusal = version.refusal?.(deps);
    if (refusal && request.routeOptions.config.permission !== 'public') throw refusal;
    if (request.is404) await notFound(request, reply);
    else await admit(request, reply);
  };

  const registerScope = async (scope: Api): Promise<void> => {
    if (headers.length > 0) scope.addHook('onRequest', announce);
    scope.addHook('onRequest', admitKnown);
    scope.addHook('preValidation', cleanInput);
    scope.addHook('preValidation', refuseUnsupportedFields(unsupportedOperations));
    scope.addHook('preValidation', warnOfUnknownFields);
    scope.addHook('preHandler', warnOfProduction);
    if (version.isCompatible === true) scope.addHook('preSerialization', answerCompatibly);
    scope.addHook('onSend', markReplay);
    scope.addHook('onResponse', logRequests(deps.requestLog));
    scope.setErrorHandler(errorHandler(deps.log, version.failure, deps.publicUrl));
    scope.setNotFoundHandler(notFound);
    await version.describe(scope);
    for (const route of version.routes.flat()) route(scope, deps);
  };

  await app.register(registerScope, { prefix: version.prefix });
}
