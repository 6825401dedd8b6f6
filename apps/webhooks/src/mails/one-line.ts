const lengthMax = 200;

/**
 * Text that others gave, on one line of a mail: no line break, no other control character, no mark that turns the
 * direction of a text, and at most 200 characters.
 */
export function oneLine(text: string): string {
  const clean = text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return cut(clean, lengthMax);
}

const nameMax = 40;

/**
 * A name that a stranger chose, in mail to a person who may not know it: short, and nothing that a mail client makes a
 * link of.
 */
export function plainName(text: string): string {
  const clean = oneLine(text)
    .replace(/[<>"“”:/@\\]+/g, ' ')
    .replace(/\.(?=[\p{L}\p{N}]{2})/gu, '. ')
    .replace(/\s+/g, ' ')
    .trim();
  const short = cut(clean, nameMax);
  return short === clean ? clean : `${short.trimEnd()}…`;
}

/** At most `length` characters, none of them cut in two. */
export function cut(text: string, length: number): string {
  return Array.from(text).slice(0, length).join('');
}
