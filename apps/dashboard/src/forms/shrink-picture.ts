import { detectFileType } from '@pitanga/core';
import type { Taken } from './file-address-field';

export interface PictureLimits {
  /** Of the longer side, in pixels. */
  readonly edgeMax: number;
  /** Of the address that is the picture itself. */
  readonly charactersMax: number;
}

/** More would not fit into the memory of a phone once it is drawn. */
const fileBytesMax = 20 * 1024 ** 2;
/** Enough for every format that is detected. */
const headBytes = 16;
const quality = 0.85;

/**
 * Draws a picture anew, small enough to be sent with its form: what else the file held, as the place of a photo, stays
 * behind. What it is follows from its content, whatever its name says.
 */
export async function shrinkPicture(file: Blob, limits: PictureLimits, draw = drawPicture): Promise<Taken> {
  const type = detectFileType(new Uint8Array(await file.slice(0, headBytes).arrayBuffer()));
  if (type === undefined || !type.startsWith('image/')) return { refusal: 'wrongKind' };
  if (file.size > fileBytesMax) return { refusal: 'tooLarge' };
  for (const part of [1, 0.7, 0.5, 0.35]) {
    const drawn = await draw(file, Math.round(limits.edgeMax * part));
    if (drawn === undefined) return { refusal: 'wrongKind' };
    const address = drawn.find((one) => one.length <= limits.charactersMax);
    if (address !== undefined) return { address };
  }
  return { refusal: 'tooLarge' };
}

/** The picture as addresses of which the first that fits is the best; undefined for what no browser can draw. */
async function drawPicture(file: Blob, edge: number): Promise<readonly string[] | undefined> {
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (picture === undefined) return undefined;
  const scale = Math.min(1, edge / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  if (context === null) return undefined;
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  // A browser that makes no WebP makes a PNG of it, which may be too long.
  const clear = canvas.toDataURL('image/webp', quality);
  // JPEG knows no transparency: white instead of black.
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  picture.close();
  return [clear, canvas.toDataURL('image/jpeg', quality)];
}
