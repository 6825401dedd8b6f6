import { Problem } from '../../api/problem';
import { saveFile } from '../../lists/save-file';

/** Pixels: sharp on a poster. */
const side = 1024;

/** The path of the QR code of a payment page's address, on the page's own host. */
export function qrPath(url: string): string {
  return `${new URL(url).pathname}/address.svg`;
}

/** With a size of its own, which printers and other programs want. */
export function sizedSvg(svg: string): string {
  return svg.replace('<svg ', `<svg width="${String(side)}" height="${String(side)}" `);
}

async function loadSvg(url: string): Promise<string> {
  const response = await fetch(qrPath(url));
  if (!response.ok) throw new Problem(response.statusText, 'NO_ANSWER', response.status, undefined, undefined);
  return sizedSvg(await response.text());
}

export async function saveQrSvg(url: string, name: string): Promise<void> {
  saveFile(`${name}.svg`, 'image/svg+xml', await loadSvg(url));
}

export async function saveQrPng(url: string, name: string): Promise<void> {
  const address = URL.createObjectURL(new Blob([await loadSvg(url)], { type: 'image/svg+xml' }));
  try {
    const picture = new Image(side, side);
    picture.src = address;
    await picture.decode();
    const canvas = document.createElement('canvas');
    canvas.width = side;
    canvas.height = side;
    const context = canvas.getContext('2d');
    if (!context) throw new Error('this browser draws nothing');
    context.imageSmoothingEnabled = false;
    context.drawImage(picture, 0, 0, side, side);
    const png = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, 'image/png');
    });
    if (png === null) throw new Error('this browser makes no PNG');
    saveFile(`${name}.png`, 'image/png', png);
  } finally {
    URL.revokeObjectURL(address);
  }
}
