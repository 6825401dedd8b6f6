import type { Agent, Dispatcher } from 'undici';
import type { EgressPolicy } from './address';
import { EgressError, toOutcome } from './egress-error';
import { startDeadline, openResponse, type Deadline } from './exchange';

export interface DownloadRequest {
  readonly url: string;
  readonly policy: EgressPolicy;
  /** A longer body ends with outcome `too_large`, as early as possible. */
  readonly maxBytes: number;
  /** From the start of the connection to the last byte. */
  readonly timeoutMs: number;
  readonly userAgent: string;
}

const redirectsMax = 3;
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** See `Egress.download`. Headers (type, encoding, length) can only cause a refusal; they are never trusted. */
export async function downloadThrough(agent: Agent, request: DownloadRequest): Promise<Buffer> {
  const deadline = startDeadline(request);
  try {
    const response = await openLast(agent, request, deadline);
    try {
      return await readWhole(response, request.maxBytes);
    } catch (error) {
      response.body.destroy();
      throw error;
    }
  } catch (error) {
    throw new EgressError(deadline.ended() ?? toOutcome(error), error);
  } finally {
    deadline.clear();
  }
}

/** Follows redirects. Every address is checked as the first one was, within one deadline. */
async function openLast(
  agent: Agent,
  { url: first, policy, userAgent }: DownloadRequest,
  deadline: Deadline,
): Promise<Dispatcher.ResponseData> {
  const headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': userAgent };
  const seen = new Set<string>();
  for (let url = first; ;) {
    const response = await openResponse(agent, { url, policy, method: 'GET', headers }, deadline);
    // Destroying an unfinished body emits an error, which nothing else handles.
    response.body.on('error', () => undefined);
    const next = findRedirect(response, url);
    if (next === undefined) return response;
    response.body.destroy();
    seen.add(withoutFragment(url));
    if (seen.has(withoutFragment(next))) throw new EgressError('redirect_loop');
    if (seen.size > redirectsMax) throw new EgressError('redirects');
    url = next;
  }
}

/** The target of a redirect; undefined for other answers and for a redirect without a location. */
function findRedirect({ statusCode, headers }: Dispatcher.ResponseData, from: string): string | undefined {
  const { location } = headers;
  if (!redirectStatuses.has(statusCode) || typeof location !== 'string') return undefined;
  return URL.parse(location, from)?.href;
}

function withoutFragment(text: string): string {
  const url = new URL(text);
  url.hash = '';
  return url.href;
}

async function readWhole({ statusCode, headers, body }: Dispatcher.ResponseData, maxBytes: number): Promise<Buffer> {
  if (statusCode !== 200) throw new EgressError('status');
  // A small compressed body can be enormous when inflated, and the request accepts none.
  if (![undefined, 'identity'].includes(headers['content-encoding']?.toString().toLowerCase())) {
    throw new EgressError('encoded');
  }
  const announced = Number(headers['content-length'] ?? maxBytes);
  if (announced > maxBytes) throw new EgressError('too_large');
  // One buffer, whose pages are allocated as they are written: a body in chunks of one byte each would otherwise take a
  // hundred times its size.
  const bytes = Buffer.allocUnsafeSlow(announced);
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    if (size + chunk.length > bytes.length) throw new EgressError('too_large');
    size += chunk.copy(bytes, size);
  }
  return bytes.subarray(0, size);
}
