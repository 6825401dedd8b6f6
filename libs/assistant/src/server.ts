import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListToolsRequestSchema,
  McpError,
  type CallToolResult,
} from '@modelcontextprotocol/sdk/types.js';
import { documentationTools, type DocumentationTool, type ReadServed } from './documentation';
import type { Operation } from './operation';
import { withoutPictures } from './pictures';
import { taskPrompts } from './prompts';
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
  /** Reads the documentation that the platform serves, for the tools about it. */
  readonly readServed: ReadServed;
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
      capabilities: { tools: {}, prompts: {} },
      instructions:
        'The API of Pitanga, a payment platform for Brazil. Amounts are integers in centavos (BRL), times ISO 8601 in UTC.',
    },
  );
  const listed = [...documentationTools.values(), ...offered].map((tool) => ({ ...tool.listed }));
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listed }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const about = documentationTools.get(params.name);
    const tool = tools.get(params.name);
    // What a read takes goes into an address.
    const nested = tool?.operation.write === true ? undefined : findNested(params.arguments ?? {});
    if (nested !== undefined)
      return refusal(`${nested} should be a text, a number, true or false, or a list of these.`);
    if (about !== undefined) return await answerAbout(options, about, params.arguments ?? {}, signal);
    if (tool === undefined) return refusal(`There is no tool ${params.name}.`);
    if (tool.operation.write && !write)
      return refusal(`${params.name} changes something, and this server only reads: ${howToWrite}.`);
    return await callTool(options, tool, params.arguments ?? {}, signal);
  });
  offerPrompts(server);
  return server;
}

/** The name of an input with fields of its own. */
function findNested(input: ToolInput): string | undefined {
  const isNested = (value: unknown): boolean => typeof value === 'object' && value !== null;
  return Object.keys(input).find((name) => {
    const value = input[name];
    return Array.isArray(value) ? value.some(isNested) : isNested(value);
  });
}

function offerPrompts(server: McpServer['server']): void {
  const prompts = [...taskPrompts.values()].map(({ listed }) => ({ ...listed }));
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) => {
    const prompt = taskPrompts.get(params.name);
    if (prompt === undefined) throw new McpError(ErrorCode.InvalidParams, `There is no prompt ${params.name}.`);
    const text = prompt.text(params.arguments ?? {});
    return { description: prompt.listed.description, messages: [{ role: 'user', content: { type: 'text', text } }] };
  });
}

async function answerAbout(
  { readServed, describeFailure }: ToolServerOptions,
  { answer, absent, listed }: DocumentationTool,
  input: ToolInput,
  signal: AbortSignal,
): Promise<CallToolResult> {
  try {
    const found = await answer(readServed, input, signal);
    return found === undefined ? refusal(absent) : toText(found);
  } catch (error) {
    throw toFailure(error, listed.name, describeFailure);
  }
}

async function callTool(
  { call, describeFailure }: ToolServerOptions,
  { operation, listed }: Tool,
  input: ToolInput,
  signal: AbortSignal,
): Promise<CallToolResult> {
  const warnings: string[] = [];
  try {
    const answer = withoutPictures(
      await call(operation, input, { signal, onWarning: (sentence) => void warnings.push(sentence) }),
    );
    return withWarnings(toText(answer), warnings);
  } catch (error) {
    if (error instanceof ToolRefusal) return withWarnings(refusal(error.message), warnings);
    throw toFailure(error, listed.name, describeFailure);
  }
}

function toFailure(error: unknown, tool: string, describe: ToolServerOptions['describeFailure']): unknown {
  if (!describe) return error;
  return Object.assign(new Error(describe(error, tool)), { code: ErrorCode.InternalError });
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
