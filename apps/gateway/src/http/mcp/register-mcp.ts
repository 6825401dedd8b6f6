import { invalidArgument } from '@pitanga/core';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../deps';
import { crossSiteRequest } from '../../sessions/session-errors';
import type { Admission } from '../edge/admission/authenticate';
import type { Api } from '../edge/api';
import { errorHandler, type FailureBody } from '../edge/errors/failure-handlers';
import { principal } from '../edge/request';
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

/**
 * The Model Context Protocol over HTTP: each request is answered by itself, in JSON, so that any replica answers it. Its
 * caller is a key of the API, admitted as by the API.
 */
export async function registerMcp(
  app: Api,
  deps: Pick<Deps, 'log' | 'clock' | 'ids' | 'publicUrl'>,
  admit: Admission,
): Promise<void> {
  const { log } = deps;
  const loadTools = createApiTools(app);
  const newKey = () => deps.ids.next('request', deps.clock.real());
  const origin = new URL(deps.publicUrl).origin;
  await app.register(
    (scope: Api) => {
      scope.setErrorHandler(errorHandler(log, failure, deps.publicUrl));
      // A page of another site that is resolved to this address has no key, and gets no further.
      scope.addHook('onRequest', ({ headers }, _reply, done) => {
        done(headers.origin === undefined || headers.origin === origin ? undefined : crossSiteRequest());
      });
      scope.addHook('onRequest', admit);
      scope.post(
        '',
        { config: { permission: 'none' }, schema: { querystring, hide: true } },
        async (request, reply) => {
          const { write, live } = request.query;
          checkKey(request, live === 'true');
          checkMessages(request.body);
          // With the first message: a start without it is a third of a second shorter.
          const { answerMessage } = await import('./answer-message');
          const answer = await answerMessage(app, request, {
            api: await loadTools(),
            write: write === 'true',
            newKey,
            log,
          });
          return await reply
            .code(answer.status)
            .type('application/json')
            .send(await answer.text());
        },
      );
      return Promise.resolve();
    },
    { prefix: '/mcp' },
  );
}

function checkKey(request: FastifyRequest, isLive: boolean): void {
  if (!isLive && !principal(request).tenant.devMode)
    throw invalidArgument('This is a key of production: use one that begins with pit_dev_, or add live=true');
}
