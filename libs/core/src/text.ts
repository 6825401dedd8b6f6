/** Lower case without accents, for searches: "joao" finds "João". */
export function foldText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/**
 * Text in the characters of the built-in PDF fonts (Windows-1252). Other letters lose their marks or become `?`, because
 * pdfkit would print wrong letters.
 */
export function printable(text: string): string {
  return Array.from(
    text
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

const winAnsi = /^[\x20-\x7e\xa1-\xff€ƒŒœŠšŽžŸ–—‘’‚“”„†‡•…‰‹›ˆ˜™]$/;
