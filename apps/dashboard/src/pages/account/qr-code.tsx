import { create } from 'qrcode';
import { useMemo } from 'react';

/** Squares of white around the code, without which cameras miss it. */
const quiet = 4;

/** A QR code, dark on white in both themes. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { path, size } = useMemo(() => qrPath(text), [text]);
  const box = `${String(-quiet)} ${String(-quiet)} ${String(size + 2 * quiet)} ${String(size + 2 * quiet)}`;
  return (
    <svg className="qr" viewBox={box} role="img" aria-label={label} shapeRendering="crispEdges">
      <path
        fill="#fff"
        d={`M${String(-quiet)} ${String(-quiet)}h${String(size + 2 * quiet)}v${String(size + 2 * quiet)}H${String(-quiet)}z`}
      />
      <path fill="#000" d={path} />
    </svg>
  );
}

/** The dark squares of a QR code as the path of an SVG, and how many squares a side has. */
function qrPath(text: string): { readonly path: string; readonly size: number } {
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
