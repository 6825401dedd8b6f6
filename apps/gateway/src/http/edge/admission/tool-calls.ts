import { AsyncLocalStorage } from 'node:async_hooks';

const toolCalls = new AsyncLocalStorage<true>();

/**
 * Calls the API inside this process for a tool of /mcp. An access token is good there and nowhere else, which no header
 * could tell: a client would send it, too.
 */
export function asToolCall<T>(work: () => PromiseLike<T>): Promise<T> {
  // Awaited inside: an injected request starts when it is awaited.
  return toolCalls.run(true, async () => await work());
}

/** Whether the request is made for a tool of /mcp. */
export function isToolCall(): boolean {
  return toolCalls.getStore() === true;
}
