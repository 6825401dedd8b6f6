import { constants, crc32, deflateSync } from 'node:zlib';
import { create, type BitMatrix } from 'qrcode';

/** Pixels per module. */
const scale = 8;
/** Modules of white around the code; readers need four (ISO/IEC 18004). */
const margin = 4;

/**
 * The matrix of a text at error correction M, with one byte segment and a fixed mask: searching the shortest segments
 * and the best mask takes several times as long, and every mask can be scanned.
 */
export function qrMatrix(text: string): BitMatrix {
  return create([{ data: Buffer.from(text), mode: 'byte' }], { errorCorrectionLevel: 'M', maskPattern: 0 }).modules;
}

/** Rows are runs of few bytes, mostly zeros: run lengths make them smaller than a search for repeats, and faster. */
const compression = { level: 1, strategy: constants.Z_RLE, chunkSize: 4_096 };

/** At most twice as many pictures are kept, of about 1.4 kB each. */
const keptMax = 1_500;

let recent = new Map<string, Buffer>();
let older = new Map<string, Buffer>();

/**
 * A black and white PNG of a QR code, one bit per pixel. The caller does not change its bytes. A list of a hundred charges would
 * take 19 ms to draw, so the pictures of the codes that were last asked for are kept.
 */
export function qrPng(text: string): Buffer {
  const kept = recent.get(text);
  if (kept) return kept;
  const png = older.get(text) ?? encodePng(qrMatrix(text));
  if (recent.size >= keptMax) {
    older = recent;
    recent = new Map();
  }
  recent.set(text, png);
  return png;
}

function encodePng({ size, data }: BitMatrix): Buffer {
  const side = (size + 2 * margin) * scale;
  const rowBytes = side / 8;
  const line = rowBytes + 1;
  const pixels = Buffer.alloc(line * side);
  // scale is 8, so one module is exactly one byte of a row: 0xff is white, 0 is black.
  for (let row = 0; row < size + 2 * margin; row += 1) {
    const start = row * scale * line;
    pixels.fill(0xff, start + 1, start + line);
    const y = row - margin;
    if (y >= 0 && y < size) {
      for (let x = 0; x < size; x += 1) {
        if (data[y * size + x]) pixels[start + 1 + margin + x] = 0;
      }
    }
    // The other seven rows repeat the first: filter 2 (up) makes them zeros, which compress well.
    for (let copy = 1; copy < scale; copy += 1) pixels[start + copy * line] = 2;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1; // bit depth; colour type 0 (grey), deflate, no interlace are zeros
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels, compression)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(type: string, body: Buffer): Buffer {
  const bytes = Buffer.alloc(body.length + 12);
  bytes.writeUInt32BE(body.length, 0);
  bytes.write(type, 4, 'latin1');
  body.copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, body.length + 8)), body.length + 8);
  return bytes;
}
