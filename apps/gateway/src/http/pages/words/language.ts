import type { FastifyRequest } from 'fastify';
import { matchLanguage, preferredLanguage, type Language } from '../../edge/accept-language';

export type { Language };

/** The same words in each language; the compiler asks for every one. */
export type InLanguages<T> = Readonly<Record<Language, T>>;

/** The cookie that keeps a choice; it says nothing about its owner. */
export const languageCookie = 'lang';

/** The language that the address asks for by `?lang=`; undefined if it asks for none. */
export function askedLanguage({ query }: Pick<FastifyRequest, 'query'>): Language | undefined {
  return matchLanguage((query as Readonly<Record<string, unknown>> | undefined)?.['lang']);
}

/**
 * The language of a page: what the address asks for, else an earlier choice, else the first language of the browser's
 * list that the pages have (RFC 9110, 12.5.4), else Portuguese.
 */
export function chooseLanguage(request: Pick<FastifyRequest, 'query' | 'headers'>): Language {
  const chosen = /(?:^|;\s*)lang=([\w-]{2,5})(?:;|$)/.exec(request.headers.cookie ?? '')?.[1];
  return (
    askedLanguage(request) ?? matchLanguage(chosen) ?? preferredLanguage(request.headers['accept-language']) ?? 'pt-BR'
  );
}
