import { invalidArgument } from '@pitanga/core';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../deps';
import { crossSiteRequest } from '../../sessions/session-errors';
import type { Admission } from '../edge/admission/authenticate';
import type { Api } from '../edge/api';
import { errorHandler, type FailureBody } from '../edge/errors/failure-handlers';
import { principal } from '../edge/request';
import { resourceMetadataUrl } from '../oauth/metadata';
import { createApiTools } from './api-tools';
import { checkMessages } from './check-messages';

/** An error of JSON-RPC: what is wrong with the whole request, and no tool's refusal. */
const failure: FailureBody = ({ message, ...more }) => ({
  jsonrpc: '2.0',
  id: null,
  error: { code: -32_000, message, data: more },
});

const flag = (description: string) => Type.Optional(Type.Enum(['true', 'false'], { description }));
const querystring = Type.Object({
  write: flag('Tools that change something may be called, too.'),
  live: flag('A key of production is accepted.'),
});

type McpDeps = Pick<Deps, 'log' | 'clock' | 'ids' | 'publicUrl'>;

/**
 * The Model Context Protocol over HTTP: each request is answered by itself, in JSON, so that any replica answers it. Its
 * caller is a key of the API, or a token that stands for one, admitted as by the API.
 */
export async function registerMcp(app: Api, deps: McpDeps, admit: Admission): Promise<void> {
  const { log, publicUrl } = deps;
  const origin = new URL(publicUrl).origin;
  await app.register(
    (scope: Api) => {
      scope.setErrorHandler(errorHandler(log, failure, publicUrl));
      // A page of another site that is resolved to this address has no key, and gets no further.
      scope.addHook('onRequest', ({ headers }, _reply, done) => {
        done(headers.origin === undefined || headers.origin === origin ? undefined : crossSiteRequest());
      });
      scope.addHook('onRequest', admit);
      scope.addHook('onSend', (request, reply, _payload, done) => {
        if (reply.statusCode === 401) void reply.header('www-authenticate', challenge(request, publicUrl));
        done();
      });
      registerMessages(app, scope, deps);
      return Promise.resolve();
    },
    { prefix: '/mcp' },
  );
}

function registerMessages(app: Api, scope: Api, { log, clock, ids }: McpDeps): void {
  const loadTools = createApiTools(app);
  const newKey = () => ids.next('request', clock.real());
  const config = { permission: 'none', takesTokens: true } as const;
  scope.post('', { config, schema: { querystring, hide: true } }, async (request, reply) => {
    // A person has said which environment a token is for, and whether it may change something.
    const isGranted = principal(request).isGranted === true;
    const { write, live } = request.query;
    if (!isGranted) checkKey(request, live === 'true');
    checkMessages(request.body);
    // With the first message: a start without it is a third of a second shorter.
    const { answerMessage } = await import('./answer-message');
    const asked = { api: await loadTools(), write: isGranted || write === 'true', newKey, log };
    const answer = await answerMessage(app, request, asked);
    return await reply
      .code(answer.status)
      .type('application/json')
      .send(await answer.text());
  });
}

function checkKey(request: FastifyRequest, isLive: boolean): void {
  if (!isLive && !principal(request).tenant.devMode)
    throw invalidArgument('This is a key of production: use one that begins with pit_dev_, or add live=true');
}

/** Where an assistant learns how it gets a token (RFC 9728). */
function challenge({ headers }: FastifyRequest, publicUrl: string): string {
  const error = headers.authorization === undefined ? '' : 'error="invalid_token", ';
  return `Bearer ${error}resource_metadata="${resourceMetadataUrl(publicUrl)}"`;
}
