import type { Socket } from 'node:net';
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { Clock, IdSource } from '@pitanga/core';
import { withRequestContext, type Log, type Metrics } from '@pitanga/runtime';
import { fastify, LogController, type FastifyBaseLogger, type FastifySerializerCompiler } from 'fastify';
import { requirePermission } from './edge/admission/permissions';
import type { Api } from './edge/api';
import { compileOnce } from './edge/compile-once';
import type { ErrorCode } from './edge/errors/error-codes';
import { errorHandler, notFoundHandler, type FailureBody } from './edge/errors/failure-handlers';
import { addBodyParsers } from './edge/input/body-parsers';
import { acceptIdInGetBody } from './edge/input/get-body';
import { validatorCompiler } from './edge/input/validation';
import { recordPaths } from './edge/known-paths';
import { observeRequests } from './edge/observe-requests';
import { withoutQuery } from './edge/request';
import { failure as failureV1 } from './v1/envelope';
import { failure as failureV2 } from './v2/envelope';

export interface ServerOptions {
  readonly log: Log;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly metrics: Metrics;
  /** Proxies in front of the gateway: the client's address is that many from the right of `X-Forwarded-For`. */
  readonly trustedProxyHops: number;
  /** The address of the gateway; with https, answers set HSTS. */
  readonly publicUrl: string;
}

const bodyLimitBytes = 1_048_576;
/** To receive a whole request: cuts clients that send single bytes. */
const requestTimeoutMs = 30_000;
/** Longer than load balancers keep idle connections: they close first, so no request hits a closing connection. */
const keepAliveTimeoutMs = 72_000;
const paramLengthMax = 128;
/** One year, without subdomains, which may belong to others. */
const hstsSeconds = 31_536_000;

/** For paths outside /v1 and /v2: health, pages, unknown paths. */
const failurePlain: FailureBody = ({ message, ...more }) => ({ data: null, error: message, ...more });

/** The Fastify instance with what all routes share; the composition root registers the routes. */
export function createServer(options: ServerOptions): Api {
  const { log, clock, ids, trustedProxyHops: hops } = options;
  const headers = answerHeaders(options.publicUrl);
  const loggerInstance: FastifyBaseLogger = log;
  const app: Api = fastify({
    loggerInstance,
    // One logger for all requests: a child for each is costly and adds nothing; see observe-requests.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (request) => acceptedRequestId(request.headers['x-request-id']) ?? ids.next('request', clock.real()),
    bodyLimit: bodyLimitBytes,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    // Requests that arrive during shutdown are answered; see drain.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    exposeHeadRoutes: true,
    trustProxy: hops === 0 ? false : (_address, hop) => hop < hops,
    routerOptions: { maxParamLength: paramLengthMax, ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id).headers(headers);
      errorHandler(log, failureEnvelope(request))(error, request, reply);
    },
    clientErrorHandler: answerClientError,
  }).withTypeProvider<TypeBoxTypeProvider>();

  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(compileOnce(SerializerSelector()() as FastifySerializerCompiler<unknown>));
  app.setErrorHandler(errorHandler(log, failurePlain));
  app.setNotFoundHandler(notFoundHandler(failurePlain));
  app.decorateRequest('principal', null);
  app.decorateRequest('session', null);
  app.decorateRequest('isStillAllowed', null);
  app.decorateRequest('failureCode', null);
  app.decorateRequest('callContext', null);
  app.addHook('onRoute', requirePermission);
  recordPaths(app);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).headers(headers);
    done();
  });
  observeRequests(app, log, options.metrics);
  addBodyParsers(app);
  acceptIdInGetBody(app);
  // After the body is read: what waits for it does not carry the context on.
  app.addHook('preValidation', ({ id, method }, _reply, done) =>
    withRequestContext({ requestId: id, isRead: method === 'GET' || method === 'HEAD' }, done),
  );
  return app;
}

/** The default headers of answers; routes whose answers may be cached or embedded replace them. */
function answerHeaders(publicUrl: string): Readonly<Record<string, string>> {
  return {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(publicUrl.startsWith('https://') && { 'strict-transport-security': `max-age=${String(hstsSeconds)}` }),
  };
}

/** Characters that are safe in a log, a header and a support ticket. */
function acceptedRequestId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[A-Za-z0-9._:/+=@-]{1,128}$/.test(header) ? header : undefined;
}

function failureEnvelope(request: { readonly url?: string }): FailureBody {
  const path = withoutQuery(request.url ?? '');
  if (path.startsWith('/v1/')) return failureV1;
  return path.startsWith('/v2/') || path.startsWith('/dashboard/api/') ? failureV2 : failurePlain;
}

/** Bytes that are not HTTP have no route: the answer has the keys of an error of both versions. */
function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, code, message] = clientFailures[error.code ?? ''] ?? notHttp;
  const body = JSON.stringify({ ...failureV2({ message, code }), message });
  const head = [
    `HTTP/1.1 ${status}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${String(Buffer.byteLength(body))}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'connection: close',
  ].join('\r\n');
  socket.end(`${head}\r\n\r\n${body}`);
}

type ClientFailure = readonly [status: string, code: ErrorCode, message: string];

const notHttp: ClientFailure = ['400 Bad Request', 'INVALID_REQUEST', 'The request is not valid HTTP'];

const clientFailures: Readonly<Record<string, ClientFailure>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'REQUEST_TIMEOUT', 'The request did not arrive in time'],
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'HEADERS_TOO_LARGE',
    'The headers of the request are too large',
  ],
};
