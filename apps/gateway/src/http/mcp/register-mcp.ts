import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { createToolServer } from '@pitanga/assistant/server';
import { invalidArgument, type AppError } from '@pitanga/core';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../deps';
import { crossSiteRequest } from '../../sessions/session-errors';
import type { Admission } from '../edge/admission/authenticate';
import type { Api } from '../edge/api';
import { errorHandler, type FailureBody } from '../edge/errors/failure-handlers';
import { principal } from '../edge/request';
import { createApiTools, type ApiTools } from './api-tools';
import { callTool } from './call-tool';

/** docs/behaviour/mcp.md#mcp-limits */
const batchMax = 20;
const messageMaxMs = 90_000;

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
  const loadTools = createApiTools(app);
  const newKey = () => deps.ids.next('request', deps.clock.real());
  const origin = new URL(deps.publicUrl).origin;
  await app.register(
    (scope: Api) => {
      scope.setErrorHandler(errorHandler(deps.log, failure, deps.publicUrl));
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
          checkMessage(request, live === 'true');
          const answer = await answerMessage(app, request, { api: await loadTools(), write: write === 'true', newKey });
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

function checkMessage(request: FastifyRequest, isLive: boolean): void {
  if (!isLive && !principal(request).tenant.devMode)
    throw invalidArgument('This is a key of production: use one that begins with pit_dev_, or add live=true');
  if (Array.isArray(request.body) && request.body.length > batchMax)
    throw invalidArgument(`A batch should have at most ${String(batchMax)} messages`);
}

interface Asked {
  readonly api: ApiTools;
  readonly write: boolean;
  readonly newKey: () => string;
}

async function answerMessage(app: Api, request: FastifyRequest, { api, write, newKey }: Asked): Promise<Response> {
  const caller = principal(request);
  const server = createToolServer({
    tools: api.tools,
    isListed: (tool) => api.isFor(caller, tool),
    write,
    howToWrite: 'add write=true to its address',
    version: api.version,
    call: (operation, input) => callTool(app, request, { operation, path: api.findPath(operation), input, newKey }),
  });
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  let timer: NodeJS.Timeout | undefined;
  // A message that its sender has cancelled, or two of one id, are never answered.
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unanswerable()), messageMaxMs);
  });
  try {
    return await Promise.race([transport.handleRequest(toWebRequest(request), { parsedBody: request.body }), late]);
  } finally {
    clearTimeout(timer);
    await server.close();
  }
}

/** What the protocol reads besides the body. */
function toWebRequest({ headers }: FastifyRequest): Request {
  const read = new Headers();
  for (const name of ['accept', 'content-type', 'mcp-protocol-version']) {
    const value = headers[name];
    if (typeof value === 'string') read.set(name, value);
  }
  return new Request('http://localhost/mcp', { method: 'POST', headers: read });
}

function unanswerable(): AppError {
  return invalidArgument('A message was cancelled, or two have one id: there is nothing to answer');
}
