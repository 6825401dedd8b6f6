import { createHash } from 'node:crypto';

/** A file that Asaas is given. */
export interface AsaasFile {
  /** Letters, digits, `_`, `-` and dots alone: ours, never a person's. */
  readonly name: string;
  readonly type: string;
  readonly content: Buffer;
}

/** The `files` of a form; what separates them follows from them, so that none has it inside. */
export function toAsaasForm(files: readonly AsaasFile[]): { readonly type: string; readonly body: Buffer } {
  const digest = createHash('sha256');
  for (const { content } of files) digest.update(content);
  const boundary = `pitanga-${digest.digest('hex')}`;
  const parts = files.flatMap(({ name, type, content }) => [
    `--${boundary}\r\ncontent-disposition: form-data; name="files"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`,
    content,
    '\r\n',
  ]);
  const body = Buffer.concat([...parts, `--${boundary}--\r\n`].map((part) => Buffer.from(part)));
  return { type: `multipart/form-data; boundary=${boundary}`, body };
}
