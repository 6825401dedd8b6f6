/** The formats that are accepted somewhere: those that every browser shows, and none that can hold a script, as SVG can. */
export type FileType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'application/pdf';

/** By the bytes alone, whatever a name or header says. */
export function detectFileType(bytes: Uint8Array): FileType | undefined {
  if (hasAt(bytes, 0, '\x89PNG\r\n\x1a\n')) return 'image/png';
  if (hasAt(bytes, 0, '\xff\xd8\xff')) return 'image/jpeg';
  if (hasAt(bytes, 0, 'GIF87a') || hasAt(bytes, 0, 'GIF89a')) return 'image/gif';
  if (hasAt(bytes, 0, 'RIFF') && hasAt(bytes, 8, 'WEBP')) return 'image/webp';
  return hasAt(bytes, 0, '%PDF-') ? 'application/pdf' : undefined;
}

function hasAt(bytes: Uint8Array, offset: number, magic: string): boolean {
  return Array.from(magic).every((letter, index) => bytes[offset + index] === letter.charCodeAt(0));
}

/** An address that is the picture itself, as a file that was chosen is sent. */
const pictureData = /^data:image\/[a-z]+;base64,([A-Za-z0-9+/]+={0,2})$/;

/** Whether an address says that it is the picture itself; {@link readPictureData} says whether it is one. */
export const isPictureData = (address: string): boolean => pictureData.test(address);

/** The same of a PDF. */
const pdfData = /^data:application\/pdf;base64,([A-Za-z0-9+/]+={0,2})$/;

/** Whether an address says that it is the PDF itself; {@link readPdfData} says whether it is one. */
export const isPdfData = (address: string): boolean => pdfData.test(address);

/** The bytes of such an address, of whatever type they are; undefined for any other. */
export const readPictureData = (address: string): Uint8Array | undefined => readData(pictureData, address);

/** The same of an address that says it is a PDF. */
export const readPdfData = (address: string): Uint8Array | undefined => readData(pdfData, address);

function readData(form: RegExp, address: string): Uint8Array | undefined {
  const [, base64] = form.exec(address) ?? [];
  if (base64 === undefined || base64.replace(/=+$/, '').length % 4 === 1) return undefined;
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}
