import { Readable } from 'node:stream';
import { required, type FilePiece } from '@pitanga/contracts';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../../deps';
import type { Api } from '../../edge/api';
import { callContext } from '../../edge/request';

const image = Type.Object({ token: Type.String({ pattern: '^[0-9A-Za-z]{43}$' }) });
// A wildcard, because a token exceeds the length of a parameter.
const download = Type.Object({ '*': Type.String({ pattern: '^[0-9A-Za-z_-]{1,300}$' }) });

/** Merchants' files are served as the checked type only, sandboxed. */
const sandboxedContent = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
} as const;

/** The route of images. */
export const imagePath = '/files/images/:token';

/** A connection that reads nothing for this long is closed. */
const stalledMs = 30_000;

/** Public images of products, and sold files for holders of a download link. */
export function fileRoutes(app: Api, { clients }: Deps): void {
  const open = { permission: 'public' } as const;

  app.get(imagePath, { config: open, schema: { params: image, hide: true } }, async (request, reply) => {
    const { token } = request.params;
    const read = async (offset: number): Promise<FilePiece> =>
      required((await clients.files.resolveImage({ token, offset }, callContext(request))).piece, 'piece');
    const first = await read(0);
    void reply.headers({
      ...sandboxedContent,
      // The content of this address never changes.
      'cache-control': 'public, max-age=31536000, immutable',
      // Shops embed it.
      'cross-origin-resource-policy': 'cross-origin',
    });
    return sendFile(reply, first, read);
  });

  app.get('/files/downloads/*', { config: open, schema: { params: download, hide: true } }, async (request, reply) => {
    const { '*': token } = request.params;
    const resolve = (offset: number) => clients.files.resolveDownload({ token, offset }, callContext(request));
    const { piece, fileName } = await resolve(0);
    void reply.headers({
      ...sandboxedContent,
      'content-disposition': attachment(fileName),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    });
    return sendFile(reply, required(piece, 'piece'), async (offset) =>
      required((await resolve(offset)).piece, 'piece'),
    );
  });
}

/** Streams a file piece by piece: a slow reader costs two pieces of memory. */
function sendFile(reply: FastifyReply, first: FilePiece, read: (offset: number) => Promise<FilePiece>): FastifyReply {
  reply.raw.setTimeout(stalledMs, () => reply.raw.destroy());
  return reply
    .headers({ 'content-type': first.contentType, 'content-length': first.sizeBytes })
    .send(Readable.from(readContent(first, read)));
}

async function* readContent(
  first: FilePiece,
  read: (offset: number) => Promise<FilePiece>,
): AsyncGenerator<Uint8Array> {
  let offset = 0;
  for (let piece = first; ; piece = await read(offset)) {
    if (piece.content.length === 0) throw new Error('a stored file is shorter than it was');
    yield piece.content;
    offset += piece.content.length;
    if (offset >= first.sizeBytes) return;
  }
}

/** A header for any file name: in ASCII for old clients, and in UTF-8. */
function attachment(fileName: string): string {
  const plain = fileName.replace(/[^\w .-]/g, '_');
  const encoded = encodeURIComponent(fileName).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
