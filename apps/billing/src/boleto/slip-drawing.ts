import { printable } from '@pitanga/core';
import { qrMatrix } from '../pix/qr-png';
import { barCodeModules, bars } from './interleaved-2of5';

/** The document as pdfkit's types call it. */
export type Page = PDFKit.PDFDocument;

/** A rectangle of the page in millimetres from its top left corner. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Cell {
  readonly label: string;
  readonly value?: string;
  /** Share of the width of the row. */
  readonly width: number;
  readonly align?: 'left' | 'right' | 'center';
  readonly strong?: boolean;
}

const fonts = { regular: 'Helvetica', strong: 'Helvetica-Bold' } as const;
export const colors = {
  ink: '#111111',
  label: '#555555',
  line: '#333333',
  faint: '#bbbbbb',
  shade: '#f1f1f1',
} as const;
/** The size of the bar code and of its quiet zones (FEBRABAN). */
export const barCodeSize = { width: 103, height: 13, quietZone: 5 } as const;

/** Millimetres in the points of a PDF. */
export function mm(length: number): number {
  return (length * 72) / 25.4;
}

export interface TextStyle {
  readonly size: number;
  readonly strong?: boolean | undefined;
  readonly align?: 'left' | 'right' | 'center' | undefined;
  readonly color?: string | undefined;
}

/** One line from the top left corner of a box, shortened to its width. */
export function line(page: Page, box: Omit<Box, 'height'>, text: string, style: TextStyle): void {
  applyStyle(page, style);
  page.text(shortened(page, printable(text), mm(box.width)), mm(box.x), mm(box.y), {
    width: mm(box.width),
    align: style.align ?? 'left',
    lineBreak: false,
  });
}

/** As many lines as fit into a box. */
export function paragraph(page: Page, box: Box, text: string, style: TextStyle): void {
  applyStyle(page, style);
  page.text(printable(text), mm(box.x), mm(box.y), {
    width: mm(box.width),
    height: mm(box.height),
    align: style.align ?? 'left',
    ellipsis: true,
    lineGap: 1.5,
  });
}

/** A row of labelled fields with thin rules around each. */
export function row(page: Page, box: Box, cells: readonly Cell[]): void {
  const total = cells.reduce((sum, cell) => sum + cell.width, 0);
  let x = box.x;
  for (const cell of cells) {
    const width = (box.width * cell.width) / total;
    field(page, { ...box, x, width }, cell);
    x += width;
  }
}

/** A ruled box with its label in the corner and its value at the foot. */
export function field(page: Page, box: Box, cell: Omit<Cell, 'width'>): void {
  page.rect(mm(box.x), mm(box.y), mm(box.width), mm(box.height)).lineWidth(0.5).strokeColor(colors.line).stroke();
  const inner = { x: box.x + 1.2, width: box.width - 2.4 };
  line(page, { ...inner, y: box.y + 0.9 }, cell.label, { size: 6, color: colors.label });
  if (cell.value === undefined) return;
  const style = { size: cell.strong ? 9.5 : 8.5, strong: cell.strong, align: cell.align };
  line(page, { ...inner, y: box.y + box.height - 4.2 }, cell.value, style);
}

/** The bar code from the left edge `x`, as one path: some viewers show seams between several. */
export function barCode(page: Page, at: { readonly x: number; readonly y: number }, digits: string): void {
  const { width, height } = barCodeSize;
  const module = mm(width) / barCodeModules;
  for (const bar of bars(digits)) {
    page.rect(mm(at.x) + bar.x * module, mm(at.y), bar.width * module, mm(height));
  }
  page.fill('black');
}

/** A QR code that fills a square of `side` millimetres, without the quiet zone. */
export function qrCode(page: Page, at: { readonly x: number; readonly y: number }, side: number, text: string): void {
  const { size, data } = qrMatrix(text);
  const module = mm(side) / size;
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      // Adjacent dark modules become one rectangle.
      const from = x;
      while (x < size && data[y * size + x]) x += 1;
      if (x > from) page.rect(mm(at.x) + from * module, mm(at.y) + y * module, (x - from) * module, module);
    }
  }
  page.fill('black');
}

/** Where the payer cuts the page. */
export function cutLine(page: Page, box: Omit<Box, 'height'>): void {
  page
    .moveTo(mm(box.x), mm(box.y))
    .lineTo(mm(box.x + box.width), mm(box.y))
    .lineWidth(0.5)
    .dash(3, { space: 2 })
    .strokeColor(colors.label)
    .stroke()
    .undash();
}

function applyStyle(page: Page, style: TextStyle): void {
  page
    .font(style.strong ? fonts.strong : fonts.regular)
    .fontSize(style.size)
    .fillColor(style.color ?? colors.ink);
}

function shortened(page: Page, text: string, width: number): string {
  if (page.widthOfString(text) <= width) return text;
  // No line fits 200 characters; the limit bounds the time for very long names.
  let kept = text.slice(0, 200);
  while (kept !== '' && page.widthOfString(`${kept}…`) > width) kept = kept.slice(0, -1);
  return `${kept.trimEnd()}…`;
}
