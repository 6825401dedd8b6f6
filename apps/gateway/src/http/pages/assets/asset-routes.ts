import { Type } from 'typebox';
import type { Api } from '../../edge/api';
import { assets, type Asset } from './assets';

/** The route of what pages load. */
export const assetPath = '/assets/:file';

const params = Type.Object({ file: Type.String({ pattern: '^[0-9a-z.-]{1,64}$' }) });
const asset = { config: { permission: 'public' }, schema: { params, hide: true } } as const;

/** What pages load, by addresses with a hash of the content: browsers and proxies keep it for good. */
export function assetRoutes(app: Api): void {
  app.get(assetPath, asset, (request, reply) => {
    const found = assets.get(`/assets/${request.params.file}`);
    // Of another version of the gateway: the page works without it.
    if (!found) return reply.code(404).header('cache-control', 'no-store').send();
    const { encoding, body } = encode(found, request.headers['accept-encoding'] ?? '');
    if (encoding !== undefined) void reply.header('content-encoding', encoding);
    return reply
      .headers({
        'content-type': found.contentType,
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'accept-encoding',
        'x-content-type-options': 'nosniff',
      })
      .send(body);
  });
}

/** The shortest that the client takes (RFC 9110, 12.5.3). */
function encode(found: Asset, accepted: string): { readonly encoding: string | undefined; readonly body: Buffer } {
  const names = accepted
    .toLowerCase()
    .split(',')
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(';')[0]?.trim());
  if (names.includes('br')) return { encoding: 'br', body: found.br };
  if (names.includes('gzip')) return { encoding: 'gzip', body: found.gzip };
  return { encoding: undefined, body: found.plain };
}
