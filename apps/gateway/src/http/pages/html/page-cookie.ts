import type { FastifyReply, FastifyRequest } from 'fastify';

interface PageCookie {
  readonly name: string;
  readonly value: string;
  /** The page that gets it, and those below; no other. */
  readonly path: string;
  readonly maxAgeSeconds: number;
}

/** A cookie that no script reads, beside those that the answer sets already. */
export function setPageCookie(
  reply: FastifyReply,
  { publicUrl }: { readonly publicUrl: string },
  { name, value, path, maxAgeSeconds }: PageCookie,
): void {
  const attributes = [`Path=${path}`, `Max-Age=${String(maxAgeSeconds)}`, 'HttpOnly', 'SameSite=Lax'];
  const secure = publicUrl.startsWith('https:') ? ['Secure'] : [];
  void reply.header('set-cookie', [`${name}=${value}`, ...attributes, ...secure].join('; '));
}

/** A cookie of letters, digits, `_`, `.` and `-`; undefined without it. */
export function readPageCookie({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string | undefined {
  for (const pair of (headers.cookie ?? '').split(';')) {
    const [key, value = ''] = pair.trim().split('=', 2);
    if (key === name && /^[0-9A-Za-z_.-]{1,4000}$/.test(value)) return value;
  }
  return undefined;
}
