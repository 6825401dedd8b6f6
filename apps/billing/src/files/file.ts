/** A product's public picture, and the file that it sells. */
export type FileKind = 'images' | 'files';

export interface FileRule {
  /** Of a create request. */
  readonly property: 'imageUrl' | 'fileUrl';
  readonly maxBytes: number;
  /** Completes "Property … should be". */
  readonly expected: string;
  /** The content type, detected from the bytes; undefined for one that is not accepted. */
  detectType(bytes: Buffer): string | undefined;
}

/** Largest sizes and accepted types (docs/behaviour/customers-products-coupons.md#files). */
export const fileRules: Readonly<Record<FileKind, FileRule>> = {
  images: {
    property: 'imageUrl',
    maxBytes: 5 * 1024 ** 2,
    expected: 'an image of at most 5 MB',
    detectType: detectImageType,
  },
  files: {
    property: 'fileUrl',
    maxBytes: 20 * 1024 ** 2,
    expected: 'a PDF of at most 20 MB',
    detectType: (bytes) => (startsWith(bytes, '%PDF-') ? 'application/pdf' : undefined),
  },
};

/** A file's key in the blob store; its address holds only the token. */
export function fileKey(kind: FileKind, token: string): string {
  return `${kind}/${token}`;
}

/** Characters of base 62: 256 bits. */
export const fileTokenLength = 43;

/** The public address of a picture. */
export function imageAddress(publicUrl: string, key: string): string {
  return `${publicUrl}/files/${key}`;
}

/** The formats that every browser shows and that cannot hold a script, as SVG can. */
function detectImageType(bytes: Buffer): string | undefined {
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'image/png';
  if (startsWith(bytes, '\xff\xd8\xff')) return 'image/jpeg';
  if (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) return 'image/gif';
  if (startsWith(bytes, 'RIFF') && startsWith(bytes.subarray(8), 'WEBP')) return 'image/webp';
  return undefined;
}

function startsWith(bytes: Buffer, magic: string): boolean {
  return bytes.subarray(0, magic.length).equals(Buffer.from(magic, 'latin1'));
}
