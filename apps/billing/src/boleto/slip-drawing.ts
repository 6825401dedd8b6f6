import {
  appendBezierCurve,
  beginText,
  closePath,
  concatTransformationMatrix,
  endText,
  fill,
  lineTo,
  moveText,
  moveTo,
  PageSizes,
  PDFNumber,
  PDFOperator,
  PDFOperatorNames,
  popGraphicsState,
  pushGraphicsState,
  rectangle,
  setDashPattern,
  setFillingGrayscaleColor,
  setFontAndSize,
  setLineWidth,
  setStrokingGrayscaleColor,
  showText,
  stroke,
} from '@cantoo/pdf-lib';
import { printable } from '@pitanga/core';
import { qrMatrix } from '../charges/qr-png';
import { barCodeModules, bars } from './interleaved-2of5';
import { fonts, shortened, widthOfText, wrapped, type Face } from './slip-text';

/** What a page shows: the operators of a PDF. */
export type Drawing = PDFOperator[];

/** A rectangle of the page in millimetres from its top left corner. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** From black, 0, to white, 1. */
export const grays = {
  black: PDFNumber.of(0),
  ink: PDFNumber.of(0.067),
  line: PDFNumber.of(0.2),
  label: PDFNumber.of(0.333),
  faint: PDFNumber.of(0.733),
  shade: PDFNumber.of(0.945),
} as const;
/** The size of the bar code and of its quiet zones (FEBRABAN). */
export const barCodeSize = { width: 103, height: 13, quietZone: 5 } as const;

/** Millimetres in the points of a PDF. */
export function mm(length: number): number {
  return rounded((length * 72) / 25.4);
}

/** A height of the page, from its top in millimetres, in the points from its foot that a PDF has. */
function up(y: number): number {
  return rounded(PageSizes.A4[1] - mm(y));
}

/** Points to a thousandth, which is invisible. */
function rounded(points: number): number {
  return Math.round(points * 1_000) / 1_000;
}

interface TextStyle {
  readonly size: number;
  readonly strong?: boolean | undefined;
  readonly align?: 'left' | 'right' | 'center' | undefined;
  readonly gray?: PDFNumber | undefined;
}

/** One line from the top left corner of a box, shortened to its width. */
export function line(to: Drawing, box: Omit<Box, 'height'>, text: string, style: TextStyle): void {
  const face = style.strong ? 'strong' : 'regular';
  const { size, align } = style;
  const width = mm(box.width);
  const shown = shortened(printable(text), width, face, size);
  const free = align === 'right' || align === 'center' ? width - widthOfText(shown, face, size) : 0;
  const left = mm(box.x) + (align === 'center' ? free / 2 : free);
  write(to, face, { left, top: up(box.y) }, shown, style);
}

/** Whether a line shows the whole text. */
export function fitsLine(box: Pick<Box, 'width'>, text: string, size: number): boolean {
  return widthOfText(printable(text), 'regular', size) <= mm(box.width);
}

/** As many lines as fit into a box. */
export function paragraph(to: Drawing, box: Box, text: string, size: number): void {
  const step = size * lineHeight;
  const lines = wrapped(printable(text), mm(box.width), Math.max(Math.floor(mm(box.height) / step), 1), size);
  lines.forEach((shown, index) => {
    write(to, 'regular', { left: mm(box.x), top: up(box.y) - index * step }, shown, { size });
  });
}

/** From one line to the next, of the size. */
const lineHeight = 4 / 3;

/** A line of characters that are equally wide. */
export function code(to: Drawing, at: { readonly x: number; readonly y: number }, text: string, size: number): void {
  write(to, 'code', { left: mm(at.x), top: up(at.y) }, text, { size });
}

function write(
  to: Drawing,
  face: Face,
  { left, top }: { readonly left: number; readonly top: number },
  text: string,
  { size, gray = grays.ink }: TextStyle,
): void {
  if (text === '') return;
  const baseline = top - fonts[face].heightOfFontAtSize(size, { descender: false });
  to.push(
    beginText(),
    setFontAndSize(face, size),
    setFillingGrayscaleColor(gray),
    moveText(rounded(left), rounded(baseline)),
    showText(fonts[face].encodeText(text)),
    endText(),
  );
}

/** A box with thin rules around it. */
export function rules(to: Drawing, box: Box): void {
  to.push(drawBox(box), setLineWidth(0.5), setStrokingGrayscaleColor(grays.line), stroke());
}

export function shade(to: Drawing, box: Box): void {
  to.push(drawBox(box), setFillingGrayscaleColor(grays.shade), fill());
}

function drawBox({ x, y, width, height }: Box): PDFOperator {
  return rectangle(mm(x), up(y + height), mm(width), mm(height));
}

/** `rectangle` for codes, which have hundreds: the library takes seven times as long, writing each number. */
function block(x: number, y: number, width: number, height: number): PDFOperator {
  return PDFOperator.of(PDFOperatorNames.AppendRectangle, [`${x} ${y} ${width} ${height}`]);
}

/** The bar code from the left edge `x`, as one path: some viewers show seams between several. */
export function barCode(to: Drawing, at: { readonly x: number; readonly y: number }, digits: string): void {
  const { width, height } = barCodeSize;
  const module = width / barCodeModules;
  const foot = up(at.y + height);
  for (const bar of bars(digits)) to.push(block(mm(at.x + bar.x * module), foot, mm(bar.width * module), mm(height)));
  to.push(setFillingGrayscaleColor(grays.black), fill());
}

/** A QR code that fills a square of `side` millimetres, without the quiet zone. Its unit is the module. */
export function qrCode(to: Drawing, at: { readonly x: number; readonly y: number }, side: number, text: string): void {
  const { size, data } = qrMatrix(text);
  const module = mm(side) / size;
  to.push(pushGraphicsState(), concatTransformationMatrix(module, 0, 0, -module, mm(at.x), up(at.y)));
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      // Adjacent dark modules become one rectangle.
      const from = x;
      while (x < size && data[y * size + x]) x += 1;
      if (x > from) to.push(block(from, y, x - from, 1));
    }
  }
  to.push(setFillingGrayscaleColor(grays.black), fill(), popGraphicsState());
}

/** A line across the page. */
export function rule(to: Drawing, { x, y, width }: Omit<Box, 'height'>, thickness: number): void {
  to.push(moveTo(mm(x), up(y)), lineTo(mm(x + width), up(y)));
  to.push(setLineWidth(thickness), setStrokingGrayscaleColor(grays.ink), stroke());
}

export function uprightRule(to: Drawing, { x, y, height }: Omit<Box, 'width'>, thickness: number): void {
  to.push(moveTo(mm(x), up(y)), lineTo(mm(x), up(y + height)));
  to.push(setLineWidth(thickness), setStrokingGrayscaleColor(grays.ink), stroke());
}

/** Where the payer cuts the page. */
export function cutLine(to: Drawing, { x, y, width }: Omit<Box, 'height'>): void {
  to.push(pushGraphicsState(), moveTo(mm(x), up(y)), lineTo(mm(x + width), up(y)));
  to.push(setLineWidth(0.5), setDashPattern([3, 2], 0), setStrokingGrayscaleColor(grays.label), stroke());
  to.push(popGraphicsState());
}

/** How far the handles of a curve are from its ends, of a quarter of a circle. */
const handle = 0.5523;

/** A frame with round corners. */
export function frame(to: Drawing, { x, y, width, height }: Box, radius: number): void {
  const [left, top, right, foot] = [mm(x), up(y), mm(x + width), up(y + height)];
  const bend = radius * (1 - handle);
  to.push(
    moveTo(left + radius, top),
    lineTo(right - radius, top),
    appendBezierCurve(right - bend, top, right, top - bend, right, top - radius),
    lineTo(right, foot + radius),
    appendBezierCurve(right, foot + bend, right - bend, foot, right - radius, foot),
    lineTo(left + radius, foot),
    appendBezierCurve(left + bend, foot, left, foot + bend, left, foot + radius),
    lineTo(left, top - radius),
    appendBezierCurve(left, top - bend, left + bend, top, left + radius, top),
    closePath(),
  );
  to.push(setLineWidth(0.8), setStrokingGrayscaleColor(grays.faint), stroke());
}
