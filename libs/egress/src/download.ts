import type { Agent, Dispatcher } from 'undici';
import type { EgressPolicy } from './address';
import { EgressError, outcomeOf } from './egress-error';
import { deadlineOf, openResponse } from './exchange';

export interface DownloadRequest {
  readonly url: string;
  readonly policy: EgressPolicy;
  /** A longer body ends with outcome `too_large`, as early as it is known. */
  readonly maxBytes: number;
  /** From the start of the connection to the last byte. */
  readonly timeoutMs: number;
  readonly userAgent: string;
}

/** See `Egress.download`. The answer's own words about itself (type, encoding, length) are only ever a reason to refuse. */
export async function downloadThrough(agent: Agent, request: DownloadRequest): Promise<Buffer> {
  const deadline = deadlineOf(request);
  try {
    const { url, policy, userAgent } = request;
    const headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': userAgent };
    const response = await openResponse(agent, { url, policy, method: 'GET', headers }, deadline);
    // Destroying a body half-way emits an error nobody else listens to.
    response.body.on('error', () => undefined);
    try {
      return await readWhole(response, request.maxBytes);
    } catch (error) {
      response.body.destroy();
      throw error;
    }
  } catch (error) {
    throw new EgressError(deadline.ended() ?? outcomeOf(error), error);
  } finally {
    deadline.clear();
  }
}

async function readWhole({ statusCode, headers, body }: Dispatcher.ResponseData, maxBytes: number): Promise<Buffer> {
  if (statusCode !== 200) throw new EgressError('status');
  // Small compressed bodies can be enormous ones; nobody was asked for any.
  if (![undefined, 'identity'].includes(headers['content-encoding']?.toString().toLowerCase())) {
    throw new EgressError('encoded');
  }
  const announced = Number(headers['content-length'] ?? maxBytes);
  if (announced > maxBytes) throw new EgressError('too_large');
  // One buffer, whose pages the system gives as they are written: a body in chunks of one byte each would otherwise
  // cost a hundred times its size.
  const bytes = Buffer.allocUnsafeSlow(announced);
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    if (size + chunk.length > bytes.length) throw new EgressError('too_large');
    size += chunk.copy(bytes, size);
  }
  return bytes.subarray(0, size);
}
