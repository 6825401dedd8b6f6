import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';

/** A4, in points. */
const pageSize = { width: 595.28, height: 841.89 } as const;
/** The page measures from its top left corner, as the drawing does. */
const fromTop = `1 0 0 -1 0 ${pageSize.height} cm`;

/** What all files of one form begin with, written once. */
export interface PdfTemplate {
  readonly bytes: Buffer;
  /** Where each of its objects begins. */
  readonly offsets: readonly number[];
}

/** Says what a file is, to those who open it. */
export interface PdfInfo {
  readonly title: string;
  readonly createdAt: Date;
}

const contentObject = 8;
const infoObject = 9;

/** One page whose drawing is `form` and, over it, that of each file; in fonts that every reader has. */
export function pdfTemplate(form: readonly string[], isCompressed: boolean): PdfTemplate {
  const font = (name: string): Buffer =>
    dictionary('/Type /Font', '/Subtype /Type1', `/BaseFont /${name}`, '/Encoding /WinAnsiEncoding');
  return joined(Buffer.from('%PDF-1.7\n%\xff\xff\xff\xff\n', 'latin1'), 1, [
    dictionary('/Type /Catalog', '/Pages 2 0 R', '/Lang (pt-BR)'),
    dictionary('/Type /Pages', '/Count 1', '/Kids [3 0 R]'),
    dictionary(
      '/Type /Page',
      '/Parent 2 0 R',
      `/MediaBox [0 0 ${pageSize.width} ${pageSize.height}]`,
      '/Resources << /Font << /F1 5 0 R /F2 6 0 R /F3 7 0 R >> >>',
      `/Contents [4 0 R ${contentObject} 0 R]`,
    ),
    stream([fromTop, ...form], isCompressed ? 9 : undefined),
    font('Helvetica'),
    font('Helvetica-Bold'),
    font('Courier'),
  ]);
}

/** The same drawing makes the same bytes. */
export function pdfFile(
  template: PdfTemplate,
  drawing: readonly string[],
  { title, createdAt }: PdfInfo,
  isCompressed: boolean,
): Buffer {
  const { bytes, offsets } = joined(template.bytes, contentObject, [
    // The form is a small part of a page that is mostly a QR code: searching harder saves a twentieth of it.
    stream(drawing, isCompressed ? 1 : undefined),
    dictionary(
      `/Title ${text(title)}`,
      '/Creator (Pitanga)',
      '/Producer (Pitanga)',
      `/CreationDate (D:${createdAt.toISOString().replace(/\.\d+|[-:T]/g, '')})`,
    ),
  ]);
  const all = [...template.offsets, ...offsets];
  const id = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  const entries = all.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  const trailer = [
    `xref\n0 ${all.length + 1}\n0000000000 65535 f \n${entries.join('')}trailer`,
    `<< /Size ${all.length + 1} /Root 1 0 R /Info ${infoObject} 0 R /ID [<${id}> <${id}>] >>`,
    `startxref\n${bytes.length}\n%%EOF\n`,
  ];
  return Buffer.concat([bytes, Buffer.from(trailer.join('\n'))]);
}

/** Writes objects behind `before`, numbered from `first` on. */
function joined(before: Buffer, first: number, objects: readonly Buffer[]): PdfTemplate {
  const parts = [before];
  const offsets: number[] = [];
  let length = before.length;
  objects.forEach((object, index) => {
    const whole = Buffer.concat([Buffer.from(`${first + index} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    offsets.push(length);
    parts.push(whole);
    length += whole.length;
  });
  return { bytes: Buffer.concat(parts), offsets };
}

function dictionary(...entries: readonly string[]): Buffer {
  return Buffer.from(`<<\n${entries.join('\n')}\n>>`, 'latin1');
}

function stream(operators: readonly string[], level: number | undefined): Buffer {
  const plain = Buffer.from(`${operators.join('\n')}\n`, 'latin1');
  const body = level === undefined ? plain : deflateSync(plain, { level });
  const head = [`/Length ${body.length}`, ...(level === undefined ? [] : ['/Filter /FlateDecode'])];
  return Buffer.concat([dictionary(...head), Buffer.from('\nstream\n'), body, Buffer.from('\nendstream')]);
}

/** A text string outside a page, in UTF-16. */
function text(value: string): string {
  return `<feff${Buffer.from(value, 'utf16le').swap16().toString('hex')}>`;
}
