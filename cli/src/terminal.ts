import type { Readable } from 'node:stream';

/** Where the program reads and writes. Tests give their own. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  /** Answers go here; everything else, so that answers can be piped, to `err`. */
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** A person looks at what goes out: colours, and questions may be asked. */
  readonly interactive: boolean;
  /** Aborts when the person presses Ctrl-C. */
  readonly interrupted: AbortSignal;
}

/** All of standard input as text. */
export async function readAll(stdin: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString('utf8');
}
