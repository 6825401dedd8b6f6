import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { createToolServer } from '@pitanga/assistant/server';
import type { Log } from '@pitanga/runtime';
import type { FastifyRequest } from 'fastify';
import type { Api } from '../edge/api';
import { principal } from '../edge/request';
import type { ApiTools } from './api-tools';
import { callTool } from './call-tool';

interface Asked {
  readonly api: ApiTools;
  readonly write: boolean;
  readonly newKey: () => string;
  readonly log: Log;
}

/** Answers one message, or a batch of them whose ids differ, by a server of its own. */
export async function answerMessage(
  app: Api,
  request: FastifyRequest,
  { api, write, newKey, log }: Asked,
): Promise<Response> {
  const caller = principal(request);
  const server = createToolServer({
    tools: api.tools,
    isListed: (tool) => api.isFor(caller, tool),
    write,
    howToWrite: 'add write=true to its address',
    version: api.version,
    readServed: async (path) => {
      const { statusCode, payload } = await app.inject(path);
      return statusCode === 200 ? payload : undefined;
    },
    describeFailure: (error, tool) => {
      log.error({ err: error, requestId: request.id, tool }, 'a call of a tool failed');
      return `Something went wrong on our side (request ${request.id}).`;
    },
    call: (operation, input, { onWarning }) =>
      callTool(app, request, { operation, path: api.findPath(operation), input, newKey, onWarning }),
  });
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(toWebRequest(request), { parsedBody: request.body });
  } finally {
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
