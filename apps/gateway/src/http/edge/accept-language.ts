export const languages = ['pt-BR', 'en'] as const;

/** A language of the pages and of the documentation. */
export type Language = (typeof languages)[number];

/** `en` for `en-US`; undefined for a language that nothing is in. */
export function matchLanguage(text: unknown): Language | undefined {
  if (typeof text !== 'string') return undefined;
  const [primary] = text.trim().toLowerCase().split('-');
  return languages.find((language) => language.split('-')[0] === primary);
}

const listMax = 20;

/** The first language of an Accept-Language that there is (RFC 9110, 12.5.4). */
export function preferredLanguage(header: string | undefined): Language | undefined {
  const ranges = (header ?? '').split(',', listMax).map((range, index) => {
    const [tag = '', ...parameters] = range.split(';');
    const quality = parameters.map((one) => /^\s*q\s*=\s*([\d.]+)\s*$/.exec(one)?.[1]).find((q) => q !== undefined);
    return { language: matchLanguage(tag), quality: quality === undefined ? 1 : Number(quality), index };
  });
  return ranges
    .filter(({ language, quality }) => language !== undefined && quality > 0)
    .sort((one, other) => other.quality - one.quality || one.index - other.index)[0]?.language;
}
