import { hash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { pageModule } from './page-module';

/** A file that never changes under its address, as it goes over the wire. */
export interface Asset {
  /** `/assets/page-1a2b3c4d5e6f7081.js` */
  readonly path: string;
  readonly contentType: string;
  readonly plain: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

const hashLength = 16;

/** The module of the payer's pages. */
export const pageModuleAsset = scriptAsset('page', pageModule);

/** By path. */
export const assets: ReadonlyMap<string, Asset> = new Map([[pageModuleAsset.path, pageModuleAsset]]);

/** Compressed once, at the best levels. */
function scriptAsset(name: string, code: string): Asset {
  const plain = Buffer.from(code);
  return {
    path: `/assets/${name}-${hash('sha256', code, 'hex').slice(0, hashLength)}.js`,
    contentType: 'text/javascript; charset=utf-8',
    plain,
    br: brotliCompressSync(plain),
    gzip: gzipSync(plain, { level: 9 }),
  };
}
