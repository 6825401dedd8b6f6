import { Writable } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createTools, type Operation, type ToolSchema } from '@pitanga/assistant';
import { createToolServer, ToolRefusal, type CallSurroundings, type ToolInput } from '@pitanga/assistant/server';
import { PitangaError, type Pitanga } from '@pitanga-pay/sdk';
import { call, callPaged } from '../api/call';
import { allOperations } from '../api/resource-commands';
import { UndecidedWrite, writeOnce } from '../api/undecided-write';
import { wrongUse } from '../failure';
import schemas from '../gen/tool-schemas.json';
import type { Session } from '../session';

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
  const server = createToolServer({
    tools: createTools(allOperations, schemas as unknown as Record<string, ToolSchema>),
    write: options.write === true,
    howToWrite: 'start it with pitanga mcp --write',
    version,
    readServed: (path, signal) => readServed(session.account.url, path, signal),
    call: (operation, input, surroundings) => callTool(session, operation, input, surroundings),
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

async function readServed(url: string, path: string, signal: AbortSignal): Promise<string | undefined> {
  const answer = await fetch(new URL(path, url), { signal: AbortSignal.any([signal, AbortSignal.timeout(30_000)]) });
  return answer.ok ? await answer.text() : undefined;
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

async function callTool(
  { pitanga }: Session,
  operation: Operation,
  input: ToolInput,
  surroundings: CallSurroundings,
): Promise<unknown> {
  try {
    return await answerTo(pitanga, operation, input, surroundings);
  } catch (error) {
    const { cause, idempotencyKey } = error instanceof UndecidedWrite ? error : { cause: error };
    if (!(cause instanceof PitangaError)) throw cause;
    throw new ToolRefusal(`${cause.message} (${cause.code})`, idempotencyKey);
  }
}

async function answerTo(
  pitanga: Pitanga,
  operation: Operation,
  input: ToolInput,
  surroundings: CallSurroundings,
): Promise<unknown> {
  if (operation.paged) return await callPaged(pitanga, operation, input, surroundings);
  if (!operation.write) return await call(pitanga, operation, input, surroundings);
  const { idempotencyKey: given, ...body } = input;
  return await writeOnce(given as string | undefined, surroundings.signal, (idempotencyKey) =>
    call(pitanga, operation, body, { ...surroundings, idempotencyKey }),
  );
}
