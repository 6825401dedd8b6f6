import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { onlyParams, refuse, type Params, type StripeBooks, type StripeObject } from './fake-stripe-books';

/** A file of a form, as a parameter: Stripe knows a repeat by its content, not by the boundary of its parts. */
export interface UploadedFile {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly sha256: string;
}

export interface StripeFiles {
  create(params: Params): StripeObject;
}

/** What dispute evidence may be. */
const types: Readonly<Record<string, string>> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'application/pdf': 'pdf' };
const bytesMax = 5_000_000;

export function stripeFiles(books: StripeBooks): StripeFiles {
  return {
    create: (params) => {
      onlyParams(params, ['purpose', 'file']);
      const file = params['file'] as unknown as UploadedFile | undefined;
      if (params['purpose'] !== 'dispute_evidence') return refuse('Invalid purpose', { param: 'purpose' });
      if (typeof file?.sha256 !== 'string') return refuse('Missing required param: file.', { param: 'file' });
      const type = types[file.type];
      if (type === undefined || file.size > bytesMax) return refuse('The file is not accepted', { param: 'file' });
      return books.put({
        id: books.newId('file'),
        object: 'file',
        created: books.now(),
        filename: file.name,
        purpose: 'dispute_evidence',
        size: file.size,
        type,
        sha256: file.sha256,
      });
    },
  };
}

export function isMultipart({ headers }: IncomingMessage): boolean {
  return headers['content-type']?.startsWith('multipart/form-data') === true;
}

/** The parameters of a form with files. */
export function parseMultipart({ headers }: IncomingMessage, body: Buffer): Params {
  const boundary = /boundary=(\S+)/.exec(headers['content-type'] ?? '')?.[1] ?? '';
  const parts = body.toString('latin1').split(`--${boundary}`).slice(1, -1);
  return Object.fromEntries(parts.map(parsePart)) as Params;
}

function parsePart(part: string): readonly [string, string | UploadedFile] {
  const end = part.indexOf('\r\n\r\n');
  const [head, content] = [part.slice(0, end), part.slice(end + 4, -2)];
  const field = (name: string) => new RegExp(`[; ]${name}="([^"]*)"`).exec(head)?.[1];
  const name = field('name') ?? '';
  const filename = field('filename');
  if (filename === undefined) return [name, content];
  const type = /Content-Type: (\S+)/i.exec(head)?.[1] ?? '';
  const bytes = Buffer.from(content, 'latin1');
  return [name, { name: filename, type, size: bytes.length, sha256: hash('sha256', bytes, 'hex') }];
}
