import type { IdSource } from '@pitanga/core';
import type { FastifyReply, FastifyRequest } from 'fastify';

const tokenLength = 32;
/** As long as a Pix code of a page lives. */
const maxAgeSeconds = 86_400;

/** Who is looking at a payment link, as far as this one page can tell; undefined at the first visit. */
export function visitorOf(request: FastifyRequest): string | undefined {
  const match = /(?:^|;\s*)visitor=([0-9A-Za-z]{32})(?:;|$)/.exec(request.headers.cookie ?? '');
  return match?.[1];
}

/** Gives a visitor of one link a name of their own, which no other page and no other site sees. */
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
