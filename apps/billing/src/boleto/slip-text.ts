import { breakTextIntoLines, StandardFontEmbedder, StandardFonts } from '@cantoo/pdf-lib';

/** The faces of a slip, of the fonts that every reader of PDFs has. */
export const fonts = {
  regular: load(StandardFonts.Helvetica),
  strong: load(StandardFonts.HelveticaBold),
  code: load(StandardFonts.Courier),
} as const;

export type Face = keyof typeof fonts;

/** The library has two enums of the same names. */
function load(name: string): StandardFontEmbedder {
  return StandardFontEmbedder.for(name as Parameters<typeof StandardFontEmbedder.for>[0]);
}

/** Of the size, by character: the few that Windows-1252 has. */
const widths: Readonly<Record<Face, Map<string, number>>> = { regular: new Map(), strong: new Map(), code: new Map() };

/**
 * The width of printable text in the unit of the size: that of its characters, as a PDF shows them. The library would take
 * off the kerning, which nothing draws.
 */
export function widthOfText(text: string, face: Face, size: number): number {
  let width = 0;
  for (const character of text) width += widths[face].get(character) ?? measured(character, face);
  return width * size;
}

function measured(character: string, face: Face): number {
  const width = fonts[face].widthOfTextAtSize(character, 1);
  widths[face].set(character, width);
  return width;
}

/** As much of a text as fits, with an ellipsis where it is cut. */
export function shortened(text: string, width: number, face: Face, size: number): string {
  // No line fits 200 characters; the limit bounds the time for very long names.
  let kept = text.slice(0, 200);
  if (kept === text && widthOfText(text, face, size) <= width) return text;
  while (kept !== '' && widthOfText(`${kept}…`, face, size) > width) kept = kept.slice(0, -1);
  return `${kept.trimEnd()}…`;
}

/** The text in at most so many lines, the last of them shortened. If a word is longer than a line, it is cut anywhere. */
export function wrapped(text: string, width: number, linesMax: number, size: number): readonly string[] {
  const measure = (part: string): number => widthOfText(part, 'regular', size);
  const fits = text.split(' ').every((word) => measure(word) <= width);
  const lines = breakTextIntoLines(text, [fits ? ' ' : ''], width, measure);
  const last = shortened(lines.slice(linesMax - 1).join(''), width, 'regular', size);
  return [...lines.slice(0, linesMax - 1), last].map((line) => line.trim()).filter((line) => line !== '');
}
