import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

/** What a receiver does to a request instead of answering it. */
export type Misbehaviour = keyof typeof misbehaviours;

const headBytes = Buffer.from('{"ok":');
const dripEveryMs = 100;
/** More than any reader here keeps. */
const chunk = Buffer.alloc(64 * 1024, 'x');

let packed: Buffer | undefined;
/** 100 KB that inflate to 20 MB. */
const bomb = (): Buffer => (packed ??= gzipSync(Buffer.alloc(20 * 1024 ** 2), { level: 1 }));

/** Each takes over the response; timers end with its connection. */
const misbehaviours = {
  /** Reads the request and never answers. */
  hang: () => undefined,
  /** Status and a part of the body, then nothing. */
  'hang in the body': (response: ServerResponse) => {
    response.writeHead(200).write(headBytes);
  },
  /** A TCP reset after the request. */
  reset: (response: ServerResponse) => {
    response.socket?.resetAndDestroy();
  },
  /** A TCP reset after the status and some of the body. */
  'reset in the body': (response: ServerResponse) => {
    response.writeHead(200).write(headBytes, () => response.socket?.resetAndDestroy());
  },
  /** Ends the connection in good order without an answer. */
  close: (response: ServerResponse) => {
    response.socket?.end();
  },
  /** 200 and then a byte every 100 ms, for ever: no pause is long, only the whole is. */
  drip: (response: ServerResponse) => {
    response.writeHead(200).flushHeaders();
    const timer = setInterval(() => response.write('.'), dripEveryMs);
    response.on('close', () => {
      clearInterval(timer);
    });
  },
  /** 200 and a body without an end, as fast as it is read. */
  'endless body': (response: ServerResponse) => {
    response.writeHead(200);
    const more = (): void => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', more);
    more();
  },
  /** 200 and a small body that says it is gzip and inflates to 20 MB. */
  'gzip bomb': (response: ServerResponse) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb());
  },
  /** 200 with 20 KB of headers. */
  'huge headers': (response: ServerResponse) => {
    response.writeHead(200, { 'x-filler': 'y'.repeat(20_000) }).end();
  },
  /** Bytes that are not HTTP. */
  garbage: (response: ServerResponse) => {
    response.socket?.end('SSH-2.0-OpenSSH_9.9\r\n\r\n');
  },
  /** Switches the connection to another protocol, unrequested. */
  'switch protocols': (response: ServerResponse) => {
    response.socket?.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n');
  },
  /** Bytes that no text column takes: NUL, invalid UTF-8, and a header beyond ASCII. */
  'unprintable answer': (response: ServerResponse) => {
    response.writeHead(500, { 'x-name': 'caf\u00e9' }).end(Buffer.from([0x00, 0xff, 0xfe, 0xc3, 0x28, 0x61]));
  },
} satisfies Record<string, (response: ServerResponse) => unknown>;

/** All of them, for tests that go through the list. */
export const allMisbehaviours = Object.keys(misbehaviours) as readonly Misbehaviour[];

export function misbehave(how: Misbehaviour, response: ServerResponse): void {
  // A connection that the caller closes is no error of the receiver.
  response.on('error', () => undefined);
  misbehaviours[how](response);
}
