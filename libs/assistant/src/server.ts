import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  type CallToolResult,
} from '@modelcontextprotocol/sdk/types.js';
import type { Operation } from './operation';
import type { Tool } from './tools';

export type ToolInput = Record<string, unknown>;

export interface CallSurroundings {
  readonly signal: AbortSignal;
  /** Takes what the API says beside its answer. */
  readonly onWarning: (sentence: string) => void;
}

export interface ToolServerOptions {
  /** Every operation of the API, by the name of its tool. */
  readonly tools: ReadonlyMap<string, Tool>;
  /** Which of them are listed; all when left out. A call of another is made, for the API to refuse. */
  readonly isListed?: (tool: Tool) => boolean;
  /** Operations that change something are listed and may be called, too. */
  readonly write: boolean;
  /** What the refusal of such a call says of how to allow it. */
  readonly howToWrite: string;
  readonly version: string;
  /** The sentence about an error that is no refusal; its own when left out, which only its reader's machine should show. */
  readonly describeFailure?: (error: unknown, tool: string) => string;
  /** Answers what the operation answers. @throws ToolRefusal for the assistant to read */
  readonly call: (operation: Operation, input: ToolInput, surroundings: CallSurroundings) => Promise<unknown>;
}

/** What the API refuses is for the assistant to read: it can call again with other arguments. */
export class ToolRefusal extends Error {
  /** @param idempotencyKey of a write of which it is unknown whether it was done */
  constructor(sentence: string, idempotencyKey?: string) {
    super(
      idempotencyKey === undefined
        ? sentence
        : `${sentence} It may have been done all the same: repeat it with "idempotencyKey": "${idempotencyKey}" and the same input.`,
    );
  }
}

/** The server of the Model Context Protocol over the operations of the API, still to be connected to a transport. */
export function createToolServer(options: ToolServerOptions): McpServer['server'] {
  const { tools, isListed = () => true, write, howToWrite, version } = options;
  const offered = [...tools.values()].filter((tool) => (write || !tool.operation.write) && isListed(tool));
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
    if (tool.operation.write && !write)
      return refusal(`${params.name} changes something, and this server only reads: ${howToWrite}.`);
    return await callTool(options, tool, params.arguments ?? {}, signal);
  });
  return server;
}

async function callTool(
  { call, describeFailure }: ToolServerOptions,
  { operation, listed }: Tool,
  input: ToolInput,
  signal: AbortSignal,
): Promise<CallToolResult> {
  const warnings: string[] = [];
  try {
    const answer = await call(operation, input, { signal, onWarning: (sentence) => void warnings.push(sentence) });
    return withWarnings(toText(answer), warnings);
  } catch (error) {
    if (error instanceof ToolRefusal) return withWarnings(refusal(error.message), warnings);
    if (!describeFailure) throw error;
    throw Object.assign(new Error(describeFailure(error, listed.name)), { code: ErrorCode.InternalError });
  }
}

/** After the answer, which stays what the operation answers. */
function withWarnings(result: CallToolResult, warnings: readonly string[]): CallToolResult {
  if (warnings.length === 0) return result;
  const text = JSON.stringify({ warnings: [...new Set(warnings)] });
  return { ...result, content: [...result.content, { type: 'text', text }] };
}

function toText(answer: unknown): CallToolResult {
  return { content: [{ type: 'text', text: typeof answer === 'string' ? answer : JSON.stringify(answer) }] };
}

function refusal(text: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text }] };
}
