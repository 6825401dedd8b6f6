import type { FastifyReply } from 'fastify';

const warningsMax = 8;
const sentenceMax = 240;

/**
 * Tells a caller, beside an answer that stands, what it may not have meant: one `Warning` header (RFC 9110, code 299) a
 * sentence, at most 8 of 240 ASCII characters. Names in a sentence may be anybody's text; a value never belongs there.
 */
export function warn(reply: FastifyReply, sentence: string): void {
  const given = (reply.getHeader('warning') ?? []) as readonly string[];
  if (given.length < warningsMax) reply.header('warning', [...given, `299 - "${quoted(sentence)}"`]);
}

/** As a quoted-string takes it: printable ASCII, its quotes and backslashes escaped. */
function quoted(sentence: string): string {
  const ascii = sentence.replace(/[^\x20-\x7e]/g, '?');
  const short = ascii.length <= sentenceMax ? ascii : `${ascii.slice(0, sentenceMax - 3)}...`;
  return short.replace(/["\\]/g, '\\$&');
}
