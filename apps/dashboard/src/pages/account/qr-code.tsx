import { useMemo } from 'react';
import { qrPath } from './qr-path';

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
