import type { FastifyReply } from 'fastify';

const warningsMax = 8;
const sentenceMax = 240;

/**
 * Adds a `Warning` header (RFC 9110, code 299) to the answer, at most 8 of 240 ASCII characters. A sentence may contain
 * names from the request, never values.
 */
export function warn(reply: FastifyReply, sentence: string): void {
  const given = (reply.getHeader('warning') ?? []) as readonly string[];
  if (given.length < warningsMax) reply.header('warning', [...given, `299 - "${quoted(sentence)}"`]);
}

/** The sentences of the `Warning` headers of an answer. */
export function readWarnings(header: number | string | readonly string[] | undefined): string[] {
  const found = String(header ?? '').matchAll(/\b299 - "((?:[^"\\]|\\.)*)"/g);
  return [...found].map(([, sentence = '']) => sentence.replace(/\\(.)/g, '$1'));
}

/** As a quoted-string: printable ASCII, with quotes and backslashes escaped. */
function quoted(sentence: string): string {
  const ascii = sentence.replace(/[^\x20-\x7e]/g, '?');
  const short = ascii.length <= sentenceMax ? ascii : `${ascii.slice(0, sentenceMax - 3)}...`;
  return short.replace(/["\\]/g, '\\$&');
}
