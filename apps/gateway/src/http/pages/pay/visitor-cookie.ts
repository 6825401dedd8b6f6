import type { IdSource } from '@pitanga/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readPageCookie, setPageCookie } from '../html/page-cookie';

const tokenLength = 32;
/** The lifetime of a page's Pix code. */
const maxAgeSeconds = 86_400;

/** The visitor of a payment link; undefined at the first visit. */
export function readVisitor(request: FastifyRequest): string | undefined {
  const token = readPageCookie(request, 'visitor');
  return token !== undefined && /^[0-9A-Za-z]{32}$/.test(token) ? token : undefined;
}

/** Sets a cookie that identifies a visitor on one payment link and nowhere else. */
export function nameVisitor(
  reply: FastifyReply,
  deps: { readonly ids: IdSource; readonly publicUrl: string },
  checkoutId: string,
): string {
  const visitor = deps.ids.token(tokenLength);
  setPageCookie(reply, deps, { name: 'visitor', value: visitor, path: `/pay/${checkoutId}`, maxAgeSeconds });
  return visitor;
}
