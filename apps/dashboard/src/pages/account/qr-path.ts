import { create } from 'qrcode';

/** The dark squares of a QR code as the path of an SVG, and how many squares a side has. */
export function qrPath(text: string): { readonly path: string; readonly size: number } {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const { size } = modules;
  let path = '';
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      if (modules.get(row, column)) path += `M${String(column)} ${String(row)}h1v1h-1z`;
    }
  }
  return { path, size };
}
