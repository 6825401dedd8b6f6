import type { FastifyReply } from 'fastify';

/** Of a PDF that a browser shows, and no proxy keeps. */
export function pdfReply(reply: FastifyReply, fileName: string): FastifyReply {
  return reply
    .type('application/pdf')
    .header('content-disposition', `inline; filename="${fileName}"`)
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff');
}
