import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { PageSizes, PDFDocument, PDFHexString, PDFName } from '@cantoo/pdf-lib';
import type { Drawing } from './slip-drawing';
import { fonts } from './slip-text';

/** A drawing as a file contains it. */
export interface Layer {
  readonly contents: Uint8Array;
  readonly filter?: 'FlateDecode' | undefined;
}

export function plainLayer(drawing: Drawing): Layer {
  return { contents: Buffer.from(`${drawing.join('\n')}\n`, 'latin1') };
}

/** The library compresses in JavaScript, which takes several times as long as zlib. */
export function compressedLayer(drawing: Drawing, level: number): Layer {
  return { contents: deflateSync(plainLayer(drawing).contents, { level }), filter: 'FlateDecode' };
}

/** Says what a file is, to those who open it. */
interface FileInfo {
  readonly title: string;
  readonly createdAt: Date;
}

const options = { useObjectStreams: false, addDefaultPage: false, updateFieldAppearances: false } as const;

/** A4 pages, each of layers over each other. The same make the same bytes. */
export async function buildPages(
  pages: readonly (readonly Layer[])[],
  { title, createdAt }: FileInfo,
): Promise<Buffer> {
  const file = await PDFDocument.create({ updateMetadata: false });
  file.setTitle(title);
  file.setCreator('Pitanga');
  file.setProducer('Pitanga');
  file.setCreationDate(createdAt);
  file.setLanguage('pt-BR');
  const { context } = file;
  for (const layers of pages) {
    const page = file.addPage(PageSizes.A4).node;
    for (const [name, font] of Object.entries(fonts)) {
      page.setFontDictionary(PDFName.of(name), font.embedIntoContext(context));
    }
    const streams = layers.map(({ contents, filter }) =>
      context.register(context.stream(contents, { Filter: filter })),
    );
    page.set(PDFName.Contents, context.obj(streams));
  }
  const id = hashContents(pages.flat(), title);
  context.trailerInfo.ID = context.obj([id, id]);
  const { buffer, byteOffset, length } = await file.save(options);
  return Buffer.from(buffer, byteOffset, length);
}

function hashContents(layers: readonly Layer[], title: string): PDFHexString {
  const hash = createHash('sha256').update(title);
  for (const { contents } of layers) hash.update(contents);
  return PDFHexString.of(hash.digest('hex').slice(0, 32));
}
