import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { createToolServer } from '@pitanga/assistant/server';
import { invalidArgument, type AppError } from '@pitanga/core';
import { within } from '@pitanga/runtime';
import type { FastifyRequest } from 'fastify';
import type { Api } from '../edge/api';
import { principal } from '../edge/request';
import type { ApiTools } from './api-tools';
import { callTool } from './call-tool';

/** docs/behaviour/mcp.md#mcp-limits */
const messageMaxMs = 90_000;

interface Asked {
  readonly api: ApiTools;
  readonly write: boolean;
  readonly newKey: () => string;
}

/** Answers one message, or a batch of them, by a server of its own. @throws AppError where there is nothing to answer */
export async function answerMessage(
  app: Api,
  request: FastifyRequest,
  { api, write, newKey }: Asked,
): Promise<Response> {
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
  try {
    const answer = transport.handleRequest(toWebRequest(request), { parsedBody: request.body });
    // A message that its sender has cancelled, or two of one id, are never answered.
    return await within(messageMaxMs, answer, unanswerable);
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

function unanswerable(): AppError {
  return invalidArgument('A message was cancelled, or two have one id: there is nothing to answer');
}
