import { performance } from 'node:perf_hooks';
import { Agent, type Dispatcher } from 'undici';
import type { EgressPolicy } from './address';
import { guardedConnector, resolveAndCheck } from './connector';
import { downloadThrough, type DownloadRequest } from './download';
import { EgressError, toOutcome } from './egress-error';
import { startDeadline, openResponse, type Deadline } from './exchange';
import { createResolver, type Resolve } from './resolve';
import { checkUrl, type UrlRefusal } from './url';

/** How the body of a response ended; the status is known in all four cases. */
export type BodyEnd = 'complete' | 'cut' | 'timeout' | 'broken';

export interface EgressRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** From the start of the connection to the last byte. */
  readonly timeoutMs: number;
  readonly policy: EgressPolicy;
  /** Bytes of the response kept; the rest is not read. Default 16 KiB. */
  readonly maxResponseBytes?: number;
  /** Aborts the request (outcome `aborted`). */
  readonly signal?: AbortSignal;
}

export interface EgressResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly responseHead: Buffer;
  /** True when the response was longer than `maxResponseBytes`. */
  readonly truncated: boolean;
  readonly bodyEnd: BodyEnd;
  readonly durationMs: number;
}

export interface Egress {
  /**
   * Sends one request, without redirects and decompression; throws an {@link EgressError} when there is no response.
   */
  send(request: EgressRequest): Promise<EgressResponse>;
  /**
   * The body of a 200 answer to a GET, after up to 3 redirects, in memory; throws an {@link EgressError} otherwise.
   * Callers limit how many run at once.
   */
  download(request: DownloadRequest): Promise<Buffer>;
  /** Checks a URL and every current address of its host; `dns` when its name has no address within 2 s. */
  check(url: string, policy: EgressPolicy): Promise<UrlRefusal | 'dns' | undefined>;
  close(): Promise<void>;
}

const maxResponseBytesDefault = 16 * 1024;
const idleSocketMs = 10_000;
const connectTimeoutMs = 30_000;
/** Shorter than the deadline of a caller that waits for the check. */
const checkTimeoutMs = 2_000;

/** `resolve` and `ca` are for tests. The environment's proxy settings are ignored. */
export function createEgress(options: { resolve?: Resolve; ca?: string } = {}): Egress {
  const resolve = options.resolve ?? createResolver();
  const agents = new Map<string, Agent>();
  // One agent a policy: a socket that was opened under a wide policy must not serve a strict one.
  const agentFor = (policy: EgressPolicy): Agent => {
    const key = JSON.stringify([policy.allowLoopback, policy.allowedRanges ?? []]);
    const agent = agents.get(key) ?? createAgent(resolve, policy, options.ca);
    agents.set(key, agent);
    return agent;
  };
  return {
    send: async (egressRequest) => await sendThrough(agentFor(egressRequest.policy), egressRequest),
    download: async (request) => await downloadThrough(agentFor(request.policy), request),
    check: async (text, policy) => {
      const judgement = checkUrl(text, policy);
      if (!judgement.allowed) return judgement.refusal;
      try {
        await within(checkTimeoutMs, resolveAndCheck(resolve, judgement.host, policy));
        return undefined;
      } catch (error) {
        return toOutcome(error) === 'blocked_address' ? 'address' : 'dns';
      }
    },
    close: async () => {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
    },
  };
}

async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new EgressError('dns'));
    }, timeoutMs);
  });
  try {
    return await Promise.race([work, expired]);
  } finally {
    clearTimeout(timer);
  }
}

function createAgent(resolve: Resolve, policy: EgressPolicy, ca: string | undefined): Agent {
  return new Agent({
    // A limit would be shared by all merchants of one host and cause head-of-line blocking.
    connections: null,
    pipelining: 1,
    // Idle sockets are closed soon, so that a DNS change takes effect.
    keepAliveTimeout: idleSocketMs,
    keepAliveMaxTimeout: idleSocketMs,
    // The abort signal alone limits the total time.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: 16 * 1024,
    connect: guardedConnector({ resolve, policy, connectTimeoutMs, ca }),
  });
}

async function sendThrough(agent: Agent, egressRequest: EgressRequest): Promise<EgressResponse> {
  const startedAt = performance.now();
  const deadline = startDeadline(egressRequest);
  try {
    const response = await openResponse(agent, egressRequest, deadline);
    const body = await readHead(response, egressRequest.maxResponseBytes ?? maxResponseBytesDefault, deadline);
    return {
      status: response.statusCode,
      headers: response.headers,
      ...body,
      durationMs: performance.now() - startedAt,
    };
  } catch (error) {
    throw new EgressError(deadline.ended() ?? toOutcome(error), error);
  } finally {
    deadline.clear();
  }
}

/** Reads at most `max` bytes, then closes the connection instead of draining what a hostile receiver sends. */
async function readHead(
  { body }: Dispatcher.ResponseData,
  max: number,
  deadline: Deadline,
): Promise<Pick<EgressResponse, 'responseHead' | 'truncated' | 'bodyEnd'>> {
  const chunks: Buffer[] = [];
  let size = 0;
  const head = (): Buffer => Buffer.concat(chunks).subarray(0, max);
  // Destroying an unfinished body emits an error, which nothing else handles.
  body.on('error', () => undefined);
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > max) return { responseHead: head(), truncated: true, bodyEnd: 'cut' };
    }
    return { responseHead: head(), truncated: false, bodyEnd: 'complete' };
  } catch (error) {
    const ended = deadline.ended();
    if (ended === 'aborted') throw new EgressError('aborted', error);
    return { responseHead: head(), truncated: false, bodyEnd: ended ?? 'broken' };
  }
}
