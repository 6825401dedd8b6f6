import { AsyncLocalStorage } from 'node:async_hooks';

/** The current request, for logs and errors only; business code gets its data as arguments. */
export interface RequestContext {
  readonly requestId: string;
  /** Whether its caller asks for nothing but an answer, so that what it writes beside is no effect. */
  readonly isRead?: boolean;
}

const storage = new AsyncLocalStorage<{ readonly request: RequestContext; hasEffect: boolean }>();

/** Runs `work` so that its log lines, also after an await, have the request id, and its effects are noted. */
export function withRequestContext<T>(request: RequestContext, work: () => T): T {
  return storage.run({ request, hasEffect: false }, work);
}

export function currentRequest(): RequestContext | undefined {
  return storage.getStore()?.request;
}

/** Notes that a part of the current request's work is done or may be, and stays whatever fails after it. */
export function noteEffect(): void {
  const current = storage.getStore();
  if (current?.request.isRead === false) current.hasEffect = true;
}

export function hasEffect(): boolean {
  return storage.getStore()?.hasEffect === true;
}
