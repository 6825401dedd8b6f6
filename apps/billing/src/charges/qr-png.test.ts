import { crc32, inflateSync } from 'node:zlib';
import jsQR from 'jsqr';
import { qrMatrix, qrPng } from './qr-png';

const brCode =
  '00020101021226700014br.gov.bcb.pix2548pix.example.com/8b3da2f39a4140d1a91abd93113bd4415204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***630464E4';

interface Chunk {
  readonly type: string;
  readonly body: Buffer;
}

function chunksOf(png: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let position = 8; position < png.length;) {
    const length = png.readUInt32BE(position);
    const type = png.toString('latin1', position + 4, position + 8);
    expect(png.readUInt32BE(position + 8 + length)).toBe(crc32(png.subarray(position + 4, position + 8 + length)));
    chunks.push({ type, body: png.subarray(position + 8, position + 8 + length) });
    position += 12 + length;
  }
  return chunks;
}

/** An independent reading of a one-bit PNG: undoes the filters and answers true for each dark pixel. */
function pixelsOf(png: Buffer): boolean[][] {
  const chunks = chunksOf(png);
  const header = chunks[0]?.body ?? Buffer.alloc(0);
  const width = header.readUInt32BE(0);
  const height = header.readUInt32BE(4);
  expect([...header.subarray(8)]).toEqual([1, 0, 0, 0, 0]);
  const raw = inflateSync(Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ body }) => body)));
  const rowBytes = Math.ceil(width / 8);
  expect(raw.length).toBe((rowBytes + 1) * height);
  let previous = Buffer.alloc(rowBytes);
  return Array.from({ length: height }, (_row, y) => {
    const filter = raw[y * (rowBytes + 1)];
    const bytes = Buffer.from(raw.subarray(y * (rowBytes + 1) + 1, (y + 1) * (rowBytes + 1)));
    expect([0, 2]).toContain(filter);
    if (filter === 2) bytes.forEach((byte, index) => (bytes[index] = (byte + (previous[index] ?? 0)) & 0xff));
    previous = bytes;
    return Array.from({ length: width }, (_column, x) => ((bytes[x >> 3] ?? 0) & (0x80 >> (x & 7))) === 0);
  });
}

describe('the picture of a QR code', () => {
  const png = qrPng(brCode);
  const { size, data } = qrMatrix(brCode);

  test('is a PNG whose chunks and check values are right', () => {
    expect(png.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a');
    expect(chunksOf(png).map(({ type }) => type)).toEqual(['IHDR', 'IDAT', 'IEND']);
  });

  test('shows the matrix with eight pixels a module and four white modules around', () => {
    const pixels = pixelsOf(png);
    expect(pixels).toHaveLength((size + 8) * 8);
    const wrong = pixels.flatMap((row, y) =>
      row.flatMap((dark, x) => {
        const moduleX = Math.floor(x / 8) - 4;
        const moduleY = Math.floor(y / 8) - 4;
        const inside = moduleX >= 0 && moduleX < size && moduleY >= 0 && moduleY < size;
        return dark === (inside && data[moduleY * size + moduleX] === 1) ? [] : [[x, y]];
      }),
    );
    expect(wrong).toEqual([]);
  });

  test('is read back to the same text by an independent reader', () => {
    const pixels = pixelsOf(png);
    const rgba = Uint8ClampedArray.from(
      pixels.flat().flatMap((dark) => [dark ? 0 : 255, dark ? 0 : 255, dark ? 0 : 255, 255]),
    );
    expect(jsQR(rgba, pixels.length, pixels.length)?.data).toBe(brCode);
  });

  test('is drawn once for the codes that were last asked for, of which it keeps some thousands', () => {
    const drawn = qrPng('asked again and again');
    for (let other = 0; other < 5_000; other += 1) {
      qrPng(`other ${String(other)}`);
      if (other % 1_000 === 0) expect(qrPng('asked again and again')).toBe(drawn);
    }
    expect(qrPng('other 4999')).toBe(qrPng('other 4999'));
    const first = qrPng('other 0');
    for (let other = 5_000; other < 9_000; other += 1) qrPng(`other ${String(other)}`);
    expect(qrPng('other 0')).not.toBe(first);
    expect(qrPng('other 0').equals(first)).toBe(true);
  });

  test('stays small enough for an answer with a hundred of them', () => {
    expect(png.length).toBeLessThan(2_000);
  });
});
