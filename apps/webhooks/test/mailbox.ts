import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail as an SMTP server got it. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: string;
  /** The whole message, headers first. */
  readonly raw: string;
}

export interface Mailbox {
  readonly url: string;
  readonly mails: readonly ReceivedMail[];
  /** Answers every RCPT TO with this error from now on; undefined accepts. */
  refuseRecipients(code: number | undefined, text?: string): void;
  /** Answers every message with this error from now on. */
  refuseMessages(code: number | undefined): void;
  close(): Promise<void>;
}

/** A real SMTP server on loopback. */
export async function startMailbox(options: SMTPServerOptions = {}): Promise<Mailbox> {
  const mails: ReceivedMail[] = [];
  let recipients: Error | undefined;
  let messages: Error | undefined;
  const refusal = (code: number, text: string): Error => Object.assign(new Error(text), { responseCode: code });
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo: (_address, _session, callback) => {
      callback(recipients);
    },
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (!messages) {
          const { mailFrom, rcptTo } = session.envelope;
          const from = mailFrom === false ? '' : mailFrom.address;
          mails.push({ from, to: rcptTo.map(({ address }) => address).join(), raw: Buffer.concat(chunks).toString() });
        }
        callback(messages);
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${String(port)}`,
    mails,
    refuseRecipients: (code, text = 'no') => {
      recipients = code === undefined ? undefined : refusal(code, text);
    },
    refuseMessages: (code) => {
      messages = code === undefined ? undefined : refusal(code, 'no');
    },
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
      }),
  };
}

/** The unfolded headers of a message, by lower-case name; of several the last. */
export function headersOf(raw: string): ReadonlyMap<string, string> {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
  return new Map(
    head.split('\r\n').map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
}

/** The decoded parts of a multipart message, by content type. */
export function partsOf(raw: string): ReadonlyMap<string, string> {
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1] ?? '';
  const parts = raw.split(`--${boundary}`).slice(1, -1);
  return new Map(
    parts.map((part) => {
      const headers = headersOf(part.trimStart());
      const body = part.slice(part.indexOf('\r\n\r\n') + 4);
      const type = (headers.get('content-type') ?? '').split(';')[0] ?? '';
      return [type, decode(body, headers.get('content-transfer-encoding') ?? '')];
    }),
  );
}

function decode(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

/** The text of a header with encoded words. */
export function headerText(value: string | undefined): string {
  return (value ?? '')
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString()
        : decode(text.replace(/_/g, ' '), 'quoted-printable'),
    );
}
