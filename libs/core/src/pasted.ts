/** What shows nothing or turns the direction of a text: soft hyphens, zero-width spaces, direction marks. Not joiners, which emoji and some scripts need. */
const hidden = /\u034f|[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;
/** As `toWellFormed`, which the oldest browsers of the pages lack. */
const loneSurrogate = /\p{Surrogate}/gu;
const beyondAscii = /[^\x20-\x7e]/;

/** A text without characters that show nothing or turn the direction of what follows; a line separator is a line break. */
export function withoutHidden(text: string): string {
  return beyondAscii.test(text) ? text.replace(hidden, '').replace(/[\u2028\u2029]/g, '\n') : text;
}

/**
 * A text that others tell, such as the name of a payer by its bank: one line in normal form C, with nothing hidden in it.
 * Undefined where nothing of it can be seen.
 */
export function toldText(text: string): string | undefined {
  const line = withoutHidden(text.replace(loneSurrogate, '\ufffd'))
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return isVisible(line) ? line : undefined;
}

/** True when something of the text can be seen: more than spaces, marks, joiners and fillers. */
export function isVisible(text: string): boolean {
  return /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);
}

/**
 * An identifier as people paste it from pages, documents and chats, in the characters that it has: every dash is a hyphen,
 * every run of spaces and line breaks one space, and nothing is hidden in it. What a kind of identifier allows is for its
 * own function: `normalizeTaxId`, `normalizePhone`, `normalizeEmail`, `normalizeZipCode`, `normalizePixKey`.
 */
export function pastedText(text: string): string {
  const plain = beyondAscii.test(text)
    ? text
        .replace(/[\p{Pd}\u2043\u2212]/gu, '-')
        .replace(/\u034f|[\p{Cf}\u115f\u1160\u3164\uffa0]/gu, '')
        .replace(/[\s\u2800]+/g, ' ')
    : text;
  return plain.trim();
}
