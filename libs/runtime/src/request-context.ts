import { AsyncLocalStorage } from 'node:async_hooks';

/** What logs need to know of the request at work. Business code gets its facts as arguments instead. */
export interface RequestContext {
  readonly requestId: string;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs `work` so that every log line within it, also after an await, carries the request id. */
export function withRequestContext<T>(context: RequestContext, work: () => T): T {
  return storage.run(context, work);
}

export function currentRequest(): RequestContext | undefined {
  return storage.getStore();
}
