/** The two faces of a slip, which every reader of PDFs has. */
export type Face = 'regular' | 'strong';

/** Above the baseline, and from one line to the next, in thousandths of the size; the same of both faces. */
export const helvetica = { ascender: 718, lineHeight: 1_156 } as const;

/** Characters by their width in thousandths of the size (Adobe's metrics of the standard fonts). */
const widths: Readonly<Record<Face, readonly (readonly [width: number, characters: string])[]>> = {
  regular: [
    [191, "'"],
    [222, 'ijl‘’‚'],
    [260, '|¦'],
    [278, ' !,./:;I[\\]ft·ÌÍÎÏìíîï'],
    [333, '()-`r¡¨¯²³´¸¹ˆ˜‹›“”„'],
    [334, '{}'],
    [350, '•'],
    [355, '"'],
    [365, 'º'],
    [370, 'ª'],
    [389, '*'],
    [400, '°'],
    [469, '^'],
    [500, 'Jcksvxyzçýÿšž'],
    [537, '¶'],
    [556, '#$0123456789?L_abdeghnopqu¢£¤¥§«µ»àáâãäåèéêëðñòóôõöùúûüþ€ƒ†‡–'],
    [584, '+<=>~¬±×÷'],
    [611, 'FTZ¿ßøŽ'],
    [667, '&ABEKPSVXYÀÁÂÃÄÅÈÉÊËÝÞŠŸ'],
    [722, 'CDHNRUwÇÐÑÙÚÛÜ'],
    [737, '©®'],
    [778, 'GOQÒÓÔÕÖØ'],
    [833, 'Mm'],
    [834, '¼½¾'],
    [889, '%æ'],
    [944, 'Wœ'],
    [1000, 'Æ…‰Œ—™'],
    [1015, '@'],
  ],
  strong: [
    [238, "'"],
    [278, ' ,./I\\ijl·ÌÍÎÏìíîï‘’‚'],
    [280, '|¦'],
    [333, '!()-:;[]`ft¡¨¯²³´¸¹ˆ˜‹›'],
    [350, '•'],
    [365, 'º'],
    [370, 'ª'],
    [389, '*r{}'],
    [400, '°'],
    [474, '"'],
    [500, 'zž“”„'],
    [556, '#$0123456789J_aceksvxy¢£¤¥§«¶»àáâãäåçèéêëýÿ€ƒ†‡–š'],
    [584, '+<=>^~¬±×÷'],
    [611, '?FLTZbdghnopquµ¿ßðñòóôõöøùúûüþŽ'],
    [667, 'EPSVXYÈÉÊËÝÞŠŸ'],
    [722, '&ABCDHKNRUÀÁÂÃÄÅÇÐÑÙÚÛÜ'],
    [737, '©®'],
    [778, 'GOQwÒÓÔÕÖØ'],
    [833, 'M'],
    [834, '¼½¾'],
    [889, '%mæ'],
    [944, 'Wœ'],
    [975, '@'],
    [1000, 'Æ…‰Œ—™'],
  ],
};

/** By code; the codes of Windows-1252 that Unicode has elsewhere are few. */
const tables: Readonly<Record<Face, ReadonlyMap<number, number>>> = {
  regular: widthByCode('regular'),
  strong: widthByCode('strong'),
};

function widthByCode(face: Face): ReadonlyMap<number, number> {
  return new Map(
    widths[face].flatMap(([width, characters]) =>
      Array.from(characters, (character) => [character.charCodeAt(0), width] as const),
    ),
  );
}

/** The width of printable text in the unit of the size. Pairs are not kerned. */
export function widthOfText(text: string, face: Face, size: number): number {
  const table = tables[face];
  let width = 0;
  for (let index = 0; index < text.length; index += 1) width += table.get(text.charCodeAt(index)) ?? 0;
  return (width * size) / 1_000;
}

/** As much of a text as fits, with an ellipsis where it is cut. */
export function shortened(text: string, width: number, face: Face, size: number): string {
  // No line fits 200 characters; the limit bounds the time for very long names.
  let kept = text.slice(0, 200);
  if (kept === text && widthOfText(text, face, size) <= width) return text;
  while (kept !== '' && widthOfText(`${kept}…`, face, size) > width) kept = kept.slice(0, -1);
  return `${kept.trimEnd()}…`;
}

/** The text in at most so many lines, the last of them shortened. A word longer than a line is cut. */
export function wrapped(text: string, width: number, linesMax: number, size: number): readonly string[] {
  const lines: string[] = [];
  let rest = text;
  while (rest !== '' && lines.length < linesMax - 1) {
    const end = endOfLine(rest, width, size);
    lines.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return rest === '' ? lines : [...lines, shortened(rest, width, 'regular', size)];
}

/** After the last word that fits, or within the first one. */
function endOfLine(text: string, width: number, size: number): number {
  const table = tables.regular;
  let left = (width * 1_000) / size;
  let afterWord = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (text[index] === ' ') afterWord = index;
    left -= table.get(text.charCodeAt(index)) ?? 0;
    if (left < 0) return afterWord > 0 ? afterWord : Math.max(index, 1);
  }
  return text.length;
}
