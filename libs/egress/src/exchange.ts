import type { Agent, Dispatcher } from 'undici';
import type { EgressPolicy } from './address';
import { EgressError } from './egress-error';
import { checkUrl, requestTarget } from './url';

/** The time limit of one request and its answer. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Rejects when the signal fires. */
  readonly over: Promise<never>;
  /** Why the signal fired, if it did. */
  ended(): 'timeout' | 'aborted' | undefined;
  clear(): void;
}

/** Starts the time limit of a request; `signal` is the caller's. */
export function startDeadline({ timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal }): Deadline {
  const controller = new AbortController();
  const over = Promise.withResolvers<never>();
  over.promise.catch(() => undefined);
  let reason: 'timeout' | 'aborted' | undefined;
  const end = (why: 'timeout' | 'aborted'): void => {
    reason ??= why;
    controller.abort();
    over.reject(new EgressError(why));
  };
  const giveUp = (): void => {
    end('aborted');
  };
  const timer = setTimeout(end, timeoutMs, 'timeout');
  if (signal?.aborted === true) giveUp();
  signal?.addEventListener('abort', giveUp, { once: true });
  return {
    signal: controller.signal,
    over: over.promise,
    ended: () => reason,
    clear: () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    },
  };
}

/** Checks the URL, sends the request and resolves when the head of the response has arrived. */
export async function openResponse(
  agent: Agent,
  request: {
    readonly url: string;
    readonly method: 'GET' | 'POST';
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string | Buffer;
    readonly policy: EgressPolicy;
  },
  deadline: Deadline,
): Promise<Dispatcher.ResponseData> {
  const judgement = checkUrl(request.url, request.policy);
  if (!judgement.allowed) throw new EgressError(judgement.refusal === 'malformed' ? 'protocol' : 'blocked_address');
  const requested = agent.request({
    origin: judgement.url.origin,
    path: requestTarget(request.url, judgement.url),
    method: request.method,
    headers: request.headers,
    body: request.body ?? null,
    signal: deadline.signal,
  });
  // The client checks the signal only when it is connected; it does not send a request that was aborted before.
  return await Promise.race([requested, deadline.over]);
}
