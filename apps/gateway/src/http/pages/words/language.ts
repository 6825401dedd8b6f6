import type { FastifyRequest } from 'fastify';

export const languages = ['pt-BR', 'en'] as const;

/** A language of the pages. */
export type Language = (typeof languages)[number];

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
  return askedLanguage(request) ?? matchLanguage(chosen) ?? preferred(request.headers['accept-language']) ?? 'pt-BR';
}

function matchLanguage(text: unknown): Language | undefined {
  if (typeof text !== 'string') return undefined;
  const [primary] = text.trim().toLowerCase().split('-');
  return languages.find((language) => language.split('-')[0] === primary);
}

const listMax = 20;

function preferred(header: string | undefined): Language | undefined {
  const ranges = (header ?? '').split(',', listMax).map((range, index) => {
    const [tag = '', ...parameters] = range.split(';');
    const quality = parameters.map((one) => /^\s*q\s*=\s*([\d.]+)\s*$/.exec(one)?.[1]).find((q) => q !== undefined);
    return { language: matchLanguage(tag), quality: quality === undefined ? 1 : Number(quality), index };
  });
  return ranges
    .filter(({ language, quality }) => language !== undefined && quality > 0)
    .sort((one, other) => other.quality - one.quality || one.index - other.index)[0]?.language;
}
