import { readFileSync } from 'node:fs';
import { prepareZXingModule, readBarcodes, type ReadInputBarcodeFormat } from 'zxing-wasm/reader';

/** A rectangle of black, in any unit. */
export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

// Its default is to fetch the WebAssembly from a CDN; ours comes from node_modules.
const wasm = readFileSync(require.resolve('zxing-wasm/reader/zxing_reader.wasm'));
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });

/**
 * What an independent reader (zxing) makes of black rectangles on white: the texts of all codes of the
 * format. `scale` is pixels per unit, `margin` the white around, in units.
 */
export async function readCodes(
  rectangles: readonly Rectangle[],
  format: ReadInputBarcodeFormat,
  { scale, margin }: { readonly scale: number; readonly margin: number },
): Promise<string[]> {
  const found = await readBarcodes(rasterise(rectangles, scale, margin), { formats: [format], tryRotate: false });
  return found.filter(({ isValid }) => isValid).map(({ text }) => text);
}

function rasterise(rectangles: readonly Rectangle[], scale: number, margin: number) {
  const left = Math.min(...rectangles.map(({ x }) => x)) - margin;
  const top = Math.min(...rectangles.map(({ y }) => y)) - margin;
  const right = Math.max(...rectangles.map(({ x, width }) => x + width)) + margin;
  const bottom = Math.max(...rectangles.map(({ y, height }) => y + height)) + margin;
  const width = Math.ceil((right - left) * scale);
  const height = Math.ceil((bottom - top) * scale);
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (const rectangle of rectangles) {
    const x = Math.round((rectangle.x - left) * scale);
    const xEnd = Math.round((rectangle.x + rectangle.width - left) * scale);
    const yEnd = Math.round((rectangle.y + rectangle.height - top) * scale);
    for (let y = Math.round((rectangle.y - top) * scale); y < yEnd; y += 1) {
      for (let column = x; column < xEnd; column += 1)
        data.fill(0, (y * width + column) * 4, (y * width + column) * 4 + 3);
    }
  }
  return { data, width, height, colorSpace: 'srgb' as const };
}
