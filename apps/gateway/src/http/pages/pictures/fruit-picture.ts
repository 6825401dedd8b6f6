import { crc32, deflateSync } from 'node:zlib';

type Rgb = readonly [number, number, number];

const fruit: Rgb = [192, 38, 59];
const leaf: Rgb = [23, 121, 74];
const paper: Rgb = [255, 255, 255];

/** In shares of the shorter side from the middle: three lobes, and the leaf above them. */
const lobes = [
  { x: -0.13, y: 0.06, radius: 0.19 },
  { x: 0.13, y: 0.06, radius: 0.19 },
  { x: 0, y: 0.08, radius: 0.23 },
];
const leafCircles = [
  { x: 0.06, y: -0.32, radius: 0.18 },
  { x: 0.18, y: -0.14, radius: 0.18 },
] as const;

interface Circle {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** A PNG of a pitanga, the fruit, on white or on nothing. */
export function fruitPng({
  width,
  height,
  isTransparent,
}: {
  readonly width: number;
  readonly height: number;
  readonly isTransparent: boolean;
}): Buffer {
  const side = Math.min(width, height);
  const line = width + 1;
  const pixels = Buffer.alloc(line * height);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const at = { x: (column + 0.5 - width / 2) / side, y: (row + 0.5 - height / 2) / side };
      pixels[row * line + 1 + column] = colorAt(at);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8; // bit depth
  header[9] = 3; // colours of a palette
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from([...paper, ...fruit, ...leaf])),
    ...(isTransparent ? [chunk('tRNS', Buffer.from([0]))] : []),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** An icon file (ICO) of one PNG picture of at most 255 pixels a side. */
export function buildIcon(png: Buffer, side: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2); // an icon
  head.writeUInt16LE(1, 4); // of one picture
  head[6] = side;
  head[7] = side;
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

/** The index in the palette. */
function colorAt(at: { readonly x: number; readonly y: number }): number {
  const isIn = ({ x, y, radius }: Circle): boolean => (at.x - x) ** 2 + (at.y - y) ** 2 <= radius ** 2;
  if (lobes.some(isIn)) return 1;
  return leafCircles.every(isIn) ? 2 : 0;
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
