import { hash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { assertBlobKey, type BlobStore } from './blob-store';

export interface S3Settings {
  /** Address of the service without a slash at the end; the bucket goes into the path. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** For one request with its retries. */
const timeoutMs = 15_000;

/** Stores blobs in a bucket of S3 or of a service with its protocol. */
export function createS3Store({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Settings): BlobStore {
  // A store under load answers some requests with 503.
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 });
  const send = async (method: string, key: string, headers: Record<string, string>, body?: Uint8Array) => {
    assertBlobKey(key);
    const content = body ?? Buffer.alloc(0);
    return client.fetch(`${endpoint}/${bucket}/${key}`, {
      method,
      // The signature covers the content, also over plain http within a network.
      headers: { ...headers, 'x-amz-content-sha256': hash('sha256', content, 'hex') },
      ...(body && { body: Buffer.from(body.buffer as ArrayBuffer, body.byteOffset, body.byteLength) }),
      aws: { allHeaders: true },
      signal: AbortSignal.timeout(timeoutMs),
    });
  };
  return {
    async put(key, bytes, contentType) {
      const response = await send('PUT', key, { 'content-type': contentType }, bytes);
      await finish(response, [200]);
    },

    async read(key, offset, length) {
      const range = `bytes=${String(offset)}-${String(offset + length - 1)}`;
      const response = await send('GET', key, { range });
      if (response.status === 206) return Buffer.from(await response.arrayBuffer());
      await finish(response, [404, 416]);
      // 416: the offset is at or after the end.
      return response.status === 416 ? Buffer.alloc(0) : undefined;
    },

    async delete(key) {
      await finish(await send('DELETE', key, {}), [200, 204, 404]);
    },
  };
}

/** Discards the body of a response. */
async function finish(response: Response, expected: readonly number[]): Promise<void> {
  await response.body?.cancel();
  if (!expected.includes(response.status)) throw new Error(`The blob store answered ${String(response.status)}`);
}
