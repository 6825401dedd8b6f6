import { PageSizes } from '@cantoo/pdf-lib';
import { printable } from '@pitanga/core';
import { line, mm, type Drawing } from './slip-drawing';
import { buildPages, compressedLayer, plainLayer } from './slip-file';
import { widthOfText } from './slip-text';

export interface TextSection {
  readonly title: string;
  readonly text: string;
}

const textSize = 10;
const titleSize = 12;
/** Millimetres. */
const margin = 20;
const stepOf = { text: 4.8, title: 8, gap: 4 } as const;
const width = 210 - 2 * margin;
const foot = 297 - margin;

interface Line {
  readonly text: string;
  readonly isTitle: boolean;
}

/**
 * Texts under their titles on A4 pages. The same texts always make the same bytes. `compress: false` keeps them readable for
 * tests.
 */
export async function textsPdf(
  given: { readonly title: string; readonly createdAt: Date; readonly sections: readonly TextSection[] },
  { compress = true } = {},
): Promise<Buffer> {
  const { title, createdAt, sections } = given;
  const lines = [{ title, text: '' }, ...sections].flatMap(toLines);
  const drawings = paginate(lines);
  const layers = drawings.map((drawing) => [compress ? compressedLayer(drawing, 6) : plainLayer(drawing)]);
  return buildPages(layers, { title, createdAt });
}

function toLines({ title, text }: TextSection): readonly Line[] {
  const shown = text === '' ? [] : text.split(/\r\n|\r|\n/).flatMap(wrap);
  return [{ text: title, isTitle: true }, ...shown.map((part) => ({ text: part, isTitle: false }))];
}

function paginate(lines: readonly Line[]): readonly Drawing[] {
  const pages: Drawing[] = [[]];
  let y: number = margin;
  for (const [index, { text, isTitle }] of lines.entries()) {
    if (isTitle && index > 0) y += stepOf.gap;
    // A title is not left alone at the foot of a page.
    if (y + (isTitle ? stepOf.title + stepOf.text : stepOf.text) > foot) {
      pages.push([]);
      y = margin;
    }
    line(pages.at(-1) ?? [], { x: margin, y, width }, text, { size: isTitle ? titleSize : textSize, strong: isTitle });
    y += isTitle ? stepOf.title : stepOf.text;
  }
  return pages;
}

const lineWidth = Math.min(mm(width), PageSizes.A4[0]);

/** The lines of a paragraph; a word that is longer than a line is cut anywhere. */
function wrap(paragraph: string): readonly string[] {
  const lines: string[] = [];
  let current = '';
  let used = 0;
  const end = (): void => {
    lines.push(current);
    current = '';
    used = 0;
  };
  for (const word of printable(paragraph).split(' ')) {
    const space = current === '' ? 0 : widthOfText(' ', 'regular', textSize);
    const length = widthOfText(word, 'regular', textSize);
    if (used + space + length <= lineWidth) {
      current += `${space === 0 ? '' : ' '}${word}`;
      used += space + length;
      continue;
    }
    if (current !== '') end();
    for (const character of word) {
      const one = widthOfText(character, 'regular', textSize);
      if (used + one > lineWidth) end();
      current += character;
      used += one;
    }
  }
  end();
  return lines;
}
