import { createHash } from 'node:crypto';

const inlineScript = /<script\b(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/g;

/** The hashes of the scripts inside pages, as a Content-Security-Policy names them. */
export function scriptHashes(pages: readonly string[]): readonly string[] {
  const hashes = pages.flatMap((html) =>
    [...html.matchAll(inlineScript)].map(
      ([, code = '']) => `sha256-${createHash('sha256').update(code).digest('base64')}`,
    ),
  );
  return [...new Set(hashes)].sort();
}
