import { AsyncLocalStorage } from 'node:async_hooks';

/** The current request, for logs only; business code gets its data as arguments. */
export interface RequestContext {
  readonly requestId: string;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs `work` so that its log lines, also after an await, have the request id. */
export function withRequestContext<T>(context: RequestContext, work: () => T): T {
  return storage.run(context, work);
}

export function currentRequest(): RequestContext | undefined {
  return storage.getStore();
}
