import { withoutHidden } from './pasted';

/** Most names are ASCII, and Unicode classes are expensive on the path of every charge. */
const ascii = /^[\x20-\x7e]*$/;

/** Lower case without accents and hidden characters, for searches: "joao" finds "João", a plain space a no-break one. */
export function foldText(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  return text
    .normalize('NFD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(/\p{Zs}/gu, ' ')
    .toLowerCase();
}

/** Printable ASCII without accents, at most `length` characters, one space between words. */
export function foldToAscii(text: string, length: number): string {
  const folded = ascii.test(text)
    ? text
    : text
        .normalize('NFD')
        .replace(/\p{Zs}/gu, ' ')
        .replace(/[^\x20-\x7e]/gu, '');
  return folded.replace(/ +/g, ' ').trim().slice(0, Math.max(0, length)).trimEnd();
}

/**
 * Text in the characters of the built-in PDF fonts (Windows-1252). Other letters lose their marks or become `?`, because
 * pdfkit would print wrong letters.
 */
export function printable(text: string): string {
  return Array.from(
    withoutHidden(text)
      .normalize('NFC')
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim(),
    (character) => {
      if (winAnsi.test(character)) return character;
      const plain = character.normalize('NFKD').replace(/\p{M}/gu, '');
      return plain !== '' && Array.from(plain).every((letter) => winAnsi.test(letter)) ? plain : '?';
    },
  ).join('');
}

/** A text in the characters of {@link printable}, as bytes of Windows-1252; `?` for any other. */
export function encodeWindows1252(text: string): Uint8Array {
  return Uint8Array.from(Array.from(text, (character) => toByte(character)));
}

function toByte(character: string): number {
  const high = windowsHigh.indexOf(character);
  if (high >= 0 && character !== ' ') return 0x80 + high;
  const code = character.codePointAt(0) ?? 0;
  return code < 0x80 || (code >= 0xa0 && code <= 0xff) ? code : '?'.charCodeAt(0);
}

/** 0x80 to 0x9f of Windows-1252; a space where it has nothing. */
const windowsHigh = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

const winAnsi = /^[\x20-\x7e\xa1-\xff€ƒŒœŠšŽžŸ–—‘’‚“”„†‡•…‰‹›ˆ˜™]$/;
