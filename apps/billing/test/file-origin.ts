import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The smallest content that is detected as each type. */
export const contents = {
  png: Buffer.from('\x89PNG\r\n\x1a\n and the rest', 'latin1'),
  jpeg: Buffer.from('\xff\xd8\xff\xe0 and the rest', 'latin1'),
  gif: Buffer.from('GIF89a and the rest'),
  webp: Buffer.from('RIFF\x10\x00\x00\x00WEBPVP8 and the rest', 'latin1'),
  svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  html: Buffer.from('<!doctype html><script>alert(1)</script>'),
  pdf: Buffer.from('%PDF-1.7 and the rest'),
};

export const mebi = 1024 ** 2;

/** This content, filled up with zeros to `size` bytes. */
export const sized = (head: Buffer, size: number): Buffer => Buffer.concat([head, Buffer.alloc(size - head.length)]);

export interface FileOrigin {
  readonly url: string;
  /** Requested paths. */
  readonly asked: string[];
  close(): Promise<void>;
}

/** A merchant's server on the loopback interface: `/png` is a picture, and so on, all served as HTML. */
export async function fileOrigin(
  special: Readonly<Record<string, (response: ServerResponse) => void>> = {},
): Promise<FileOrigin> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = (request.url ?? '').slice(1);
    asked.push(path);
    const content = new Map<string, Buffer>(Object.entries(contents)).get(path);
    if (special[path]) special[path](response);
    else if (content) response.writeHead(200, { 'content-type': 'text/html' }).end(content);
    else response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    asked,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
