import { Writable } from 'node:stream';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema, type CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { PitangaError, type Pitanga } from '@pitanga/sdk';
import { call, callPaged } from '../api/call';
import type { Input } from '../api/input';
import type { Operation } from '../api/operation';
import { UndecidedWrite, writeOnce } from '../api/undecided-write';
import { wrongUse } from '../failure';
import type { Session } from '../session';
import { tools, type Tool } from './tools';

export interface McpOptions {
  /** Operations that change something may be called, too. */
  readonly write?: boolean;
  /** A key of production is accepted. */
  readonly live?: boolean;
}

/**
 * Serves the operations of the API to an assistant over standard input and output, until it closes them.
 * @throws 2 for a key of production without `live`
 */
export async function serve(session: Session, options: McpOptions, version: string): Promise<void> {
  if (session.account.isProduction && options.live !== true)
    throw wrongUse('This is a key of production.', 'Use a key that begins with pit_dev_, or add --live.');
  const offered = [...tools.values()].filter(({ operation }) => options.write === true || !operation.write);
  // Its lower half, because the tools have the JSON Schemas of the document and not of zod.
  const { server } = new McpServer(
    { name: 'pitanga', version },
    {
      capabilities: { tools: {} },
      instructions:
        'The API of Pitanga, a payment platform for Brazil. Amounts are integers in centavos (BRL), times ISO 8601 in UTC.',
    },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: offered.map(({ listed }) => ({ ...listed })) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const tool = tools.get(params.name);
    if (tool === undefined) return refusal(`There is no tool ${params.name}.`);
    if (tool.operation.write && options.write !== true)
      return refusal(
        `${params.name} changes something, and this server only reads: start it with pitanga mcp --write.`,
      );
    return await callTool(session, tool, params.arguments ?? {}, signal);
  });
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve;
  });
  const { stdin, out, interrupted } = session.terminal;
  stdin.once('end', () => void server.close());
  interrupted.addEventListener('abort', () => void server.close());
  await server.connect(new StdioServerTransport(stdin, toWritable(out)));
  await closed;
}

function toWritable(out: (text: string) => void): Writable {
  return new Writable({
    decodeStrings: false,
    write: (text: string, _, done) => {
      out(text);
      done();
    },
  });
}

/** What the API refuses is for the assistant to read: it can call again with other arguments. */
async function callTool(
  { pitanga }: Session,
  { operation }: Tool,
  input: Input,
  signal: AbortSignal,
): Promise<CallToolResult> {
  try {
    const answer = await answerTo(pitanga, operation, input, signal);
    return { content: [{ type: 'text', text: typeof answer === 'string' ? answer : JSON.stringify(answer) }] };
  } catch (error) {
    const { cause, idempotencyKey } = error instanceof UndecidedWrite ? error : { cause: error };
    if (!(cause instanceof PitangaError)) throw cause;
    const repeat =
      idempotencyKey === undefined
        ? ''
        : ` It may have been done all the same: repeat it with "idempotencyKey": "${idempotencyKey}" and the same input.`;
    return refusal(`${cause.message} (${cause.code})${repeat}`);
  }
}

async function answerTo(pitanga: Pitanga, operation: Operation, input: Input, signal: AbortSignal): Promise<unknown> {
  if (operation.paged) return await callPaged(pitanga, operation, input, { signal });
  if (!operation.write) return await call(pitanga, operation, input, { signal });
  const { idempotencyKey: given, ...body } = input;
  return await writeOnce(given as string | undefined, signal, (idempotencyKey) =>
    call(pitanga, operation, body, { signal, idempotencyKey }),
  );
}

function refusal(text: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text }] };
}
