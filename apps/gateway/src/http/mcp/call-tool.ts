import { ToolRefusal, type ToolInput } from '@pitanga/assistant/server';
import type { Operation } from '@pitanga/assistant';
import { within } from '@pitanga/runtime';
import type { FastifyRequest, InjectOptions } from 'fastify';
import { asToolCall } from '../edge/admission/tool-calls';
import type { Api } from '../edge/api';
import { readWarnings } from '../edge/input/warnings';

/** docs/behaviour/mcp.md#mcp-limits: before its client, which waits for a minute, gives up. */
const callMaxMs = 45_000;
const answerBytesMax = 1_048_576;

interface ApiAnswer {
  readonly data?: unknown;
  readonly pagination?: unknown;
  readonly error?: string | null;
  readonly code?: string;
}

export interface ToolCall {
  readonly operation: Operation;
  readonly path: string;
  readonly input: ToolInput;
  /** For a write that brings none of its own. */
  readonly newKey: () => string;
  readonly onWarning: (sentence: string) => void;
}

/**
 * Calls the operation of the API inside this process, as the same caller from the same address: the same hooks admit,
 * limit, validate and log it.
 * @throws ToolRefusal with what the API says
 */
export async function callTool(app: Api, request: FastifyRequest, call: ToolCall): Promise<unknown> {
  const { operation } = call;
  const { idempotencyKey: given, ...fields } = call.input;
  const key = operation.write ? ((given as string | undefined) ?? call.newKey()) : undefined;
  if (key !== undefined && typeof key !== 'string') throw new ToolRefusal('idempotencyKey should be a text.');
  const inner = buildCall(request, call, key === undefined ? call.input : fields, key);
  const asked = asToolCall(() => app.inject(inner));
  const late = () => new ToolRefusal('The operation takes longer than 45 seconds.', key);
  const answer = await within(callMaxMs, asked, late);
  const { statusCode, payload } = answer;
  readWarnings(answer.headers.warning).forEach(call.onWarning);
  const body = String(answer.headers['content-type']).startsWith('application/json') ? readJson(payload) : undefined;
  if (statusCode >= 400) {
    const { error, code } = body ?? {};
    const isUnknown = statusCode >= 500 || code === 'IDEMPOTENCY_KEY_IN_FLIGHT';
    throw new ToolRefusal(`${error ?? 'The API refused this.'} (${code ?? statusCode})`, isUnknown ? key : undefined);
  }
  if (Buffer.byteLength(payload) > answerBytesMax)
    throw new ToolRefusal('The answer has more than 1 MiB: ask for less, with limit or a filter.');
  if (body === undefined) return payload;
  return operation.paged ? { data: body.data, pagination: body.pagination } : body.data;
}

function buildCall(
  request: FastifyRequest,
  { operation, path }: ToolCall,
  fields: ToolInput,
  key: string | undefined,
): InjectOptions {
  const { authorization, 'user-agent': userAgent, 'x-forwarded-for': forwardedFor } = request.headers;
  const headers = {
    authorization,
    ...(userAgent !== undefined && { 'user-agent': userAgent }),
    ...(forwardedFor !== undefined && { 'x-forwarded-for': forwardedFor }),
    ...(key !== undefined && { 'idempotency-key': key }),
    'x-request-id': request.id,
  };
  const caller = { headers, remoteAddress: request.socket.remoteAddress ?? '' };
  if (!operation.write) return { ...caller, method: 'GET', url: path, query: toQuery(fields) };
  return {
    ...caller,
    method: 'POST',
    url: path,
    headers: { ...headers, 'content-type': 'application/json' },
    payload: JSON.stringify(fields),
  };
}

function toQuery(fields: ToolInput): Record<string, string> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

function readJson(payload: string): ApiAnswer {
  return payload === '' ? {} : (JSON.parse(payload) as ApiAnswer);
}
