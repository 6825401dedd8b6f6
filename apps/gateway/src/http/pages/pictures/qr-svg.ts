import { create } from 'qrcode';

/** Modules of white around the code; readers need four (ISO/IEC 18004). */
const margin = 4;

/** A QR code as an SVG picture, black on white in any theme. */
export function qrSvg(text: string): string {
  const { size, data } = create([{ data: Buffer.from(text), mode: 'byte' }], { errorCorrectionLevel: 'M' }).modules;
  const side = size + 2 * margin;
  const rows = Array.from({ length: size }, (_, y) => rowPath(data, size, y)).join('');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${String(side)} ${String(side)}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${String(side)}v${String(side)}H0z"/><path d="${rows}"/></svg>`
  );
}

/** The dark modules of a row; adjacent ones are one rectangle. */
function rowPath(data: Uint8Array, size: number, y: number): string {
  let path = '';
  for (let x = 0; x < size; x += 1) {
    const from = x;
    while (x < size && data[y * size + x]) x += 1;
    if (x > from) path += `M${String(from + margin)} ${String(y + margin)}h${String(x - from)}v1h-${String(x - from)}z`;
  }
  return path;
}
