import type { IdSource } from '@pitanga/core';
import type { FastifyReply, FastifyRequest } from 'fastify';

const tokenLength = 32;
/** The lifetime of a page's Pix code. */
const maxAgeSeconds = 86_400;

/** The visitor of a payment link; undefined at the first visit. */
export function readVisitor(request: FastifyRequest): string | undefined {
  const match = /(?:^|;\s*)visitor=([0-9A-Za-z]{32})(?:;|$)/.exec(request.headers.cookie ?? '');
  return match?.[1];
}

/** Sets a cookie that identifies a visitor on one payment link and nowhere else. */
export function nameVisitor(
  reply: FastifyReply,
  { ids, publicUrl }: { readonly ids: IdSource; readonly publicUrl: string },
  checkoutId: string,
): string {
  const visitor = ids.token(tokenLength);
  const isSecure = publicUrl.startsWith('https:');
  const attributes = [`Path=/pay/${checkoutId}`, `Max-Age=${String(maxAgeSeconds)}`, 'HttpOnly', 'SameSite=Lax'];
  void reply.header('set-cookie', [`visitor=${visitor}`, ...attributes, ...(isSecure ? ['Secure'] : [])].join('; '));
  return visitor;
}
