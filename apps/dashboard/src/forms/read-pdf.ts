import { detectFileType } from '@pitanga/core';
import type { Taken } from './file-address-field';

/** The API takes 2,700,000 characters of base64. */
const bytesMax = 2_000_000;

/** A PDF as an address that is the PDF itself. What it is follows from its content, whatever its name says. */
export async function readPdf(file: Blob): Promise<Taken> {
  if (file.size > bytesMax) return { refusal: 'tooLarge' };
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (detectFileType(bytes) !== 'application/pdf') return { refusal: 'wrongKind' };
  return { address: `data:application/pdf;base64,${toBase64(bytes)}` };
}

/** In pieces: a call takes so many arguments and no more. */
function toBase64(bytes: Uint8Array): string {
  const pieceBytes = 0x80_00;
  let text = '';
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    text += String.fromCharCode(...bytes.subarray(from, from + pieceBytes));
  }
  return btoa(text);
}
