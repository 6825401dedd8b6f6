import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '@pitanga/core';

export interface S3Server {
  readonly endpoint: string;
  /** What is stored, by path. */
  readonly objects: Map<string, { readonly body: Buffer; readonly contentType: string | undefined }>;
  /** Why requests were refused, oldest first. */
  readonly refusals: string[];
  /** Answers the next requests with this status, whatever they ask. */
  failNext(status: number, times: number): void;
  close(): Promise<void>;
}

interface Account {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');
const hmac = (key: string | Buffer, content: string): Buffer => createHmac('sha256', key).update(content).digest();

/**
 * As much of S3 as a blob store uses, which believes no request before it has worked its signature out by itself,
 * from AWS's description of Signature Version 4 alone.
 */
export async function startS3Server(account: Account): Promise<S3Server> {
  const objects: S3Server['objects'] = new Map();
  const refusals: string[] = [];
  const failures: number[] = [];

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = Buffer.concat(await request.toArray());
    const failure = failures.shift();
    const refusal = signatureFault(request, body, account);
    if (refusal !== undefined) refusals.push(refusal);
    if (failure !== undefined || refusal !== undefined) response.writeHead(failure ?? 403).end('<Error/>');
    else answer(request, response, body);
  };
  const answer = ({ method, url = '', headers }: IncomingMessage, response: ServerResponse, body: Buffer): void => {
    const found = objects.get(url);
    if (method === 'PUT') {
      objects.set(url, { body, contentType: headers['content-type'] });
      response.end();
    } else if (method === 'DELETE') {
      objects.delete(url);
      response.writeHead(204).end();
    } else if (!found) {
      response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
    } else {
      const [, first = '0', last = ''] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
      if (Number(first) >= found.body.length) response.writeHead(416).end('<Error/>');
      else response.writeHead(206).end(found.body.subarray(Number(first), Number(last) + 1));
    }
  };

  const server = createServer((request, response) => void handle(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    objects,
    refusals,
    failNext: (status, times) => {
      failures.push(...Array<number>(times).fill(status));
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** What is wrong with a request's signature, if anything. */
function signatureFault(request: IncomingMessage, body: Buffer, account: Account): string | undefined {
  const shape =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/;
  const [, keyId, day, region, signedHeaders, signature] = shape.exec(request.headers.authorization ?? '') ?? [];
  if (!keyId || !day || !region || !signedHeaders || !signature) return 'no signature';
  if (keyId !== account.accessKeyId || region !== account.region) return 'another key or region';

  const names = signedHeaders.split(';');
  const mustBeSigned = Object.keys(request.headers).filter(
    (name) => name === 'host' || name === 'content-type' || name.startsWith('x-amz-'),
  );
  const missing = mustBeSigned.find((name) => !names.includes(name));
  if (missing !== undefined) return `${missing} is not signed`;
  const at = String(request.headers['x-amz-date']);
  if (!at.startsWith(day) || Math.abs(instantOf(at) - systemClock.real().getTime()) > 15 * 60_000)
    return 'another time';
  const content = String(request.headers['x-amz-content-sha256']);
  if (content !== sha256(body)) return 'another content';

  const { pathname, searchParams } = new URL(request.url ?? '', 'http://host');
  const path = pathname.split('/').map((part) => encodeURIComponent(decodeURIComponent(part)));
  const query = [...searchParams].map((pair) => pair.map(encodeURIComponent).join('=')).sort();
  const headers = names.map((name) => `${name}:${String(request.headers[name]).trim().replace(/ +/g, ' ')}\n`);
  const canonical = [request.method, path.join('/'), query.join('&'), headers.join(''), signedHeaders, content];
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', at, scope, sha256(canonical.join('\n'))].join('\n');
  const key = [region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${account.secretAccessKey}`, day));
  return timingSafeEqual(hmac(key, text), Buffer.from(signature, 'hex')) ? undefined : 'another signature';
}

/** `20261121T150000Z` in milliseconds. */
function instantOf(text: string): number {
  return Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}
