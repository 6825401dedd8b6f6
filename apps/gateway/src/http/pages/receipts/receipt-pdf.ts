import { printable } from '@pitanga/core';
import PDFDocument from 'pdfkit';
import { receiptWords } from '../words/receipt-words';
import type { Line, Receipt, Section } from './receipt';
import { checkQuery, shownAddress } from './receipt-page';

type Page = PDFKit.PDFDocument;

/** Millimetres. */
const left = 20;
const width = 170;
const rowHeight = 5.4;
const labelWidth = 66;
const colors = { ink: '#111111', soft: '#555555', line: '#cccccc', shade: '#f1f1f1' } as const;

function mm(length: number): number {
  return (length * 72) / 25.4;
}

/**
 * A receipt as one A4 page whose text can be selected. The same receipt always makes the same bytes. `compress: false`
 * keeps the drawing readable for tests.
 */
export async function receiptPdf(receipt: Receipt, issuedAt: Date, { compress = true } = {}): Promise<Buffer> {
  const page = new PDFDocument({
    size: 'A4',
    margin: 0,
    compress,
    pdfVersion: '1.7',
    lang: receipt.language,
    displayTitle: true,
    // pdfkit derives the id of the file from these, and defaults to the current time.
    info: {
      Title: printable(`${receipt.title} ${receipt.id}`),
      Creator: 'Pitanga',
      Producer: 'Pitanga',
      CreationDate: issuedAt,
    },
  });
  const chunks: Buffer[] = [];
  const written = new Promise<Buffer>((resolve, reject) => {
    page.on('data', (chunk: Buffer) => chunks.push(chunk));
    page.on('end', () => resolve(Buffer.concat(chunks)));
    page.on('error', reject);
  });
  let y = drawHead(page, receipt);
  y = drawLines(page, receipt.printedLines, y);
  const spare = { lines: countSpare(receipt) };
  for (const section of receipt.sections) y = drawSection(page, section, y, spare);
  drawCode(page, receipt, y + 5);
  page.end();
  return written;
}

function drawHead(page: Page, receipt: Receipt): number {
  const { face, isTest, language } = receipt;
  if (isTest) {
    page.rect(mm(left), mm(8), mm(width), mm(7)).fill(colors.shade);
    write(page, receiptWords[language].test, { x: left, y: 10.2, width, size: 9, isStrong: true, align: 'center' });
  }
  if (face) writeHead(page, face.name);
  write(page, receipt.title, { x: left, y: 28, width, size: 11, color: colors.soft });
  write(page, receipt.total, { x: left, y: 34, width, size: 24, isStrong: true });
  write(page, receipt.state, { x: left, y: 45, width, size: 11, isStrong: true });
  return 53;
}

/** The name of the merchant, in letters that leave it whole. */
function writeHead(page: Page, name: string): void {
  const sizes = [15, 11, 8, 6];
  const size = sizes.find(
    (one) => page.font('Helvetica-Bold').fontSize(one).widthOfString(printable(name)) <= mm(width),
  );
  write(page, name, { x: left, y: 20, width, size: size ?? 6, isStrong: true });
}

function drawLines(page: Page, lines: readonly Line[], y: number): number {
  lines.forEach(({ name, value }, index) => {
    const at = y + index * rowHeight;
    write(page, name, { x: left, y: at, width: width - 40, size: 9.5 });
    if (value !== undefined) write(page, value, { x: left + width - 38, y: at, width: 38, size: 9.5, align: 'right' });
    rule(page, at + rowHeight - 1.2);
  });
  return lines.length === 0 ? y : y + lines.length * rowHeight + 1;
}

function drawSection(page: Page, { title, rows }: Section, y: number, spare: Spare): number {
  write(page, title, { x: left, y: y + 2, width, size: 9.5, isStrong: true });
  const top = y + 8;
  rule(page, top - 1.2);
  let at = top;
  for (const { name, value } of rows) {
    write(page, name, { x: left, y: at, width: labelWidth, size: 9.5, color: colors.soft });
    at = writeWhole(
      page,
      value,
      { x: left + labelWidth, y: at, width: width - labelWidth, size: 9.5, align: 'right' },
      spare,
    );
    rule(page, at - 1.2);
  }
  return at + 1;
}

/** A name is never cut: one that is longer than its line stands on several, in smaller letters. Answers where the next row is. */
function writeWhole(page: Page, text: string, place: TextPlace, spare: Spare): number {
  page.font('Helvetica').fontSize(place.size);
  const limit = mm(place.width);
  if (page.widthOfString(printable(text)) <= limit) {
    write(page, text, place);
    return place.y + rowHeight;
  }
  page.fontSize(smallSize);
  const max = Math.min(linesMax, 1 + spare.lines);
  const lines = intoLines(printable(text).slice(0, charactersMax), max, (part) => page.widthOfString(part) <= limit);
  spare.lines -= lines.length - 1;
  lines.forEach((line, index) => {
    write(page, line, { ...place, y: place.y + index * smallStep, size: smallSize });
  });
  return place.y + rowHeight + (lines.length - 1) * smallStep;
}

const smallSize = 8;
/** Millimetres. */
const smallStep = 3.4;
const linesMax = 3;
/** No three lines fit more. */
const charactersMax = 300;

/** The rows of a page with all that a receipt may have, and the small lines that it has room for beside them. */
const fullPage = { rows: 30, spareLines: 2 };

function countSpare({ printedLines, sections }: Receipt): number {
  const rows = printedLines.length + sections.reduce((sum, section) => sum + section.rows.length, 0);
  return fullPage.spareLines + Math.floor(((fullPage.rows - rows) * rowHeight) / smallStep);
}

interface Spare {
  lines: number;
}

/** Broken between words, or within one that no line holds; what does not fit the last line is left to it. */
function intoLines(text: string, max: number, fits: (part: string) => boolean): readonly string[] {
  const lines: string[] = [];
  let rest = text;
  while (lines.length < max - 1 && !fits(rest)) {
    let end = rest.length;
    while (end > 1 && !fits(rest.slice(0, end))) end -= 1;
    const space = rest.lastIndexOf(' ', end);
    const cut = space > 0 ? space : end;
    lines.push(rest.slice(0, cut).trimEnd());
    rest = rest.slice(cut).trimStart();
  }
  return [...lines, rest];
}

function drawCode(page: Page, receipt: Receipt, y: number): void {
  const words = receiptWords[receipt.language];
  page.roundedRect(mm(left), mm(y), mm(width), mm(25), 6).lineWidth(0.8).strokeColor(colors.line).stroke();
  const box = { x: left + 4, width: width - 8, align: 'center' } as const;
  write(page, words.code, { ...box, y: y + 3, size: 9, color: colors.soft });
  write(page, receipt.code, { ...box, y: y + 8, size: 15, font: 'Courier-Bold' });
  const address = `${receipt.checkAddress}?${checkQuery(receipt)}`;
  write(page, words.howToCheck, { ...box, y: y + 15.5, size: 8.5, color: colors.soft });
  write(page, shownAddress(receipt), { ...box, y: y + 19.5, size: 8.5, link: address });
}

function rule(page: Page, y: number): void {
  page
    .moveTo(mm(left), mm(y))
    .lineTo(mm(left + width), mm(y))
    .lineWidth(0.4)
    .strokeColor(colors.line)
    .stroke();
}

interface TextPlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Points. */
  readonly size: number;
  readonly isStrong?: boolean;
  readonly font?: string;
  readonly align?: 'left' | 'right' | 'center';
  readonly color?: string;
  readonly link?: string;
}

/** One line, shortened to its width. */
function write(page: Page, text: string, place: TextPlace): void {
  const { x, y, size, isStrong = false, align = 'left', color = colors.ink, link } = place;
  page
    .font(place.font ?? (isStrong ? 'Helvetica-Bold' : 'Helvetica'))
    .fontSize(size)
    .fillColor(color);
  page.text(shortened(page, printable(text), mm(place.width)), mm(x), mm(y), {
    width: mm(place.width),
    align,
    lineBreak: false,
    ...(link !== undefined && { link }),
  });
}

function shortened(page: Page, text: string, limit: number): string {
  if (page.widthOfString(text) <= limit) return text;
  // No line fits 200 characters; the limit bounds the time for very long texts.
  let kept = text.slice(0, 200);
  while (kept !== '' && page.widthOfString(`${kept}…`) > limit) kept = kept.slice(0, -1);
  return `${kept.trimEnd()}…`;
}
