import { invalidArgument } from '@pitanga/core';

/** docs/behaviour/mcp.md#mcp-limits */
const batchMax = 20;

/** What of a message of JSON-RPC says whether it is answered; the protocol checks the rest. */
interface Message {
  readonly id?: unknown;
  readonly method?: unknown;
}

/**
 * Refuses a batch that would not be answered as a whole, before anything of it runs: two requests of one id have one
 * answer, and a request that is cancelled beside it has none.
 * @throws AppError INVALID_ARGUMENT
 */
export function checkMessages(body: unknown): void {
  if (!Array.isArray(body)) return;
  if (body.length > batchMax) throw invalidArgument(`A batch should have at most ${String(batchMax)} messages`);
  const messages = body.filter((item): item is Message => typeof item === 'object' && item !== null);
  const ids = messages.filter(({ id, method }) => id !== undefined && method !== undefined).map(({ id }) => id);
  if (new Set(ids).size < ids.length) throw invalidArgument('Two requests of the batch have the same id');
  if (ids.length > 0 && messages.some(({ method }) => method === 'notifications/cancelled'))
    throw invalidArgument('A batch with requests should cancel none');
}
