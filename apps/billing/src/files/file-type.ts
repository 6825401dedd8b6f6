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
  return Buffer.from(bytes.subarray(offset, offset + magic.length)).equals(Buffer.from(magic, 'latin1'));
}
