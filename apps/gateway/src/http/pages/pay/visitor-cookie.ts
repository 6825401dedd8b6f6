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

/** As long as boletos of a page can be paid, and then some. */
const boletoSeconds = 60 * 86_400;

/** The boleto that this browser issued on the page. */
export function readVisitedBoleto(request: FastifyRequest): string | undefined {
  const id = readPageCookie(request, 'boleto');
  return id !== undefined && /^char_[0-9A-Za-z]{1,64}$/.test(id) ? id : undefined;
}

/** Remembers the boleto of a page, or forgets it. */
export function keepBoleto(
  reply: FastifyReply,
  deps: { readonly publicUrl: string },
  checkoutId: string,
  boletoId: string | undefined,
): void {
  const maxAgeSeconds = boletoId === undefined ? 0 : boletoSeconds;
  setPageCookie(reply, deps, { name: 'boleto', value: boletoId ?? '', path: `/pay/${checkoutId}`, maxAgeSeconds });
}
