import { printable } from '@pitanga/core';
import { qrMatrix } from '../pix/qr-png';
import { helvetica, shortened, widthOfText, wrapped, type Face } from './helvetica';
import { barCodeModules, bars } from './interleaved-2of5';

/** What a page shows, as the operators of a PDF, in points from its top left corner. */
export type Drawing = string[];

/** A rectangle of the page in millimetres from its top left corner. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** From black, 0, to white, 1. */
export const grays = { ink: 0.067, label: 0.333, line: 0.2, faint: 0.733, shade: 0.945 } as const;
/** The size of the bar code and of its quiet zones (FEBRABAN). */
export const barCodeSize = { width: 103, height: 13, quietZone: 5 } as const;

/** Millimetres in the points of a PDF. */
export function mm(length: number): number {
  return (length * 72) / 25.4;
}

/** Points to a thousandth, which nobody sees. */
function points(...lengths: readonly number[]): string {
  return lengths.map((length) => Math.round(length * 1_000) / 1_000).join(' ');
}

export interface TextStyle {
  readonly size: number;
  readonly strong?: boolean | undefined;
  readonly align?: 'left' | 'right' | 'center' | undefined;
  readonly gray?: number | undefined;
}

/** One line from the top left corner of a box, shortened to its width. */
export function line(to: Drawing, box: Omit<Box, 'height'>, text: string, style: TextStyle): void {
  const face = style.strong ? 'strong' : 'regular';
  const { size, align } = style;
  const width = mm(box.width);
  const shown = shortened(printable(text), width, face, size);
  const free = align === 'right' || align === 'center' ? width - widthOfText(shown, face, size) : 0;
  const left = mm(box.x) + (align === 'center' ? free / 2 : free);
  write(to, fonts[face], { left, top: mm(box.y) }, shown, style);
}

const lineGap = 1.5;

/** As many lines as fit into a box. */
export function paragraph(to: Drawing, box: Box, text: string, size: number): void {
  const step = (helvetica.lineHeight / 1_000) * size + lineGap;
  const lines = wrapped(printable(text), mm(box.width), Math.max(Math.floor(mm(box.height) / step), 1), size);
  lines.forEach((shown, index) => {
    write(to, fonts.regular, { left: mm(box.x), top: mm(box.y) + index * step }, shown, { size });
  });
}

/** A line of characters that are equally wide. */
export function code(to: Drawing, at: { readonly x: number; readonly y: number }, text: string, size: number): void {
  write(to, courier, { left: mm(at.x), top: mm(at.y) }, text, { size });
}

interface Font {
  readonly name: string;
  readonly ascender: number;
}

const fonts: Readonly<Record<Face, Font>> = {
  regular: { name: 'F1', ascender: helvetica.ascender },
  strong: { name: 'F2', ascender: helvetica.ascender },
};
const courier: Font = { name: 'F3', ascender: 629 };

function write(
  to: Drawing,
  { name, ascender }: Font,
  { left, top }: { readonly left: number; readonly top: number },
  text: string,
  { size, gray = grays.ink }: TextStyle,
): void {
  if (text === '') return;
  const at = points(left, top + (ascender / 1_000) * size);
  // The page is upside down, and so is its text.
  to.push(`BT /${name} ${size} Tf ${gray} g 1 0 0 -1 ${at} Tm [<${windows1252(text)}>] TJ ET`);
}

/** The characters of Windows-1252 that Unicode has elsewhere. */
const elsewhere: ReadonlyMap<string, number> = new Map(
  Array.from('€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ', (character, index) => [
    character,
    0x80 + index,
  ]),
);

function windows1252(text: string): string {
  const inLatin1 = text.replace(/[^\0-\xff]/g, (character) => String.fromCharCode(elsewhere.get(character) ?? 0x3f));
  return Buffer.from(inLatin1, 'latin1').toString('hex');
}

/** A box with thin rules around it. */
export function rules(to: Drawing, { x, y, width, height }: Box): void {
  to.push(`${points(mm(x), mm(y), mm(width), mm(height))} re`, `0.5 w ${grays.line} G S`);
}

export function shade(to: Drawing, { x, y, width, height }: Box): void {
  to.push(`${points(mm(x), mm(y), mm(width), mm(height))} re`, `${grays.shade} g f`);
}

/** The bar code from the left edge `x`, as one path: some viewers show seams between several. */
export function barCode(to: Drawing, at: { readonly x: number; readonly y: number }, digits: string): void {
  const { width, height } = barCodeSize;
  const module = mm(width) / barCodeModules;
  for (const bar of bars(digits)) {
    to.push(`${points(mm(at.x) + bar.x * module, mm(at.y), bar.width * module, mm(height))} re`);
  }
  to.push('0 g f');
}

/** A QR code that fills a square of `side` millimetres, without the quiet zone. Its unit is the module. */
export function qrCode(to: Drawing, at: { readonly x: number; readonly y: number }, side: number, text: string): void {
  const { size, data } = qrMatrix(text);
  const module = (mm(side) / size).toFixed(6);
  to.push(`q ${module} 0 0 ${module} ${points(mm(at.x), mm(at.y))} cm`);
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      // Adjacent dark modules become one rectangle.
      const from = x;
      while (x < size && data[y * size + x]) x += 1;
      if (x > from) to.push(`${from} ${y} ${x - from} 1 re`);
    }
  }
  to.push('0 g f Q');
}

/** A line across the page. */
export function rule(to: Drawing, { x, y, width }: Omit<Box, 'height'>, thickness: number): void {
  to.push(`${points(mm(x), mm(y))} m ${points(mm(x + width), mm(y))} l ${thickness} w ${grays.ink} G S`);
}

export function uprightRule(to: Drawing, { x, y, height }: Omit<Box, 'width'>, thickness: number): void {
  to.push(`${points(mm(x), mm(y))} m ${points(mm(x), mm(y + height))} l ${thickness} w ${grays.ink} G S`);
}

/** Where the payer cuts the page. */
export function cutLine(to: Drawing, { x, y, width }: Omit<Box, 'height'>): void {
  const path = `${points(mm(x), mm(y))} m ${points(mm(x + width), mm(y))} l`;
  to.push(`${path} 0.5 w [3 2] 0 d ${grays.label} G S [] 0 d`);
}

/** How far the handles of a curve are from its ends, of a quarter of a circle. */
const handle = 0.5523;

/** A frame with round corners. */
export function frame(to: Drawing, { x, y, width, height }: Box, radius: number): void {
  const [left, top, right, bottom] = [mm(x), mm(y), mm(x + width), mm(y + height)];
  const bend = radius * (1 - handle);
  to.push(
    `${points(left + radius, top)} m ${points(right - radius, top)} l`,
    `${points(right - bend, top, right, top + bend, right, top + radius)} c ${points(right, bottom - radius)} l`,
    `${points(right, bottom - bend, right - bend, bottom, right - radius, bottom)} c ${points(left + radius, bottom)} l`,
    `${points(left + bend, bottom, left, bottom - bend, left, bottom - radius)} c ${points(left, top + radius)} l`,
    `${points(left, top + bend, left + bend, top, left + radius, top)} c h 0.8 w ${grays.faint} G S`,
  );
}
