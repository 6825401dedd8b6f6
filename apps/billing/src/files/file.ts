/** What a product can be given by address: its public picture and the file that it sells. */
export type FileKind = 'images' | 'files';

export interface FileRule {
  /** Of a create request. */
  readonly property: 'imageUrl' | 'fileUrl';
  readonly maxBytes: number;
  /** Completes "Property … should be". */
  readonly expected: string;
  /** The content type by the content itself; undefined for what is not accepted. */
  typeOf(bytes: Buffer): string | undefined;
}

/** Largest sizes and accepted types (docs/behaviour/customers-products-coupons.md#files). */
export const fileRules: Readonly<Record<FileKind, FileRule>> = {
  images: {
    property: 'imageUrl',
    maxBytes: 5 * 1024 ** 2,
    expected: 'an image of at most 5 MB',
    typeOf: imageType,
  },
  files: {
    property: 'fileUrl',
    maxBytes: 20 * 1024 ** 2,
    expected: 'a PDF of at most 20 MB',
    typeOf: (bytes) => (startsWith(bytes, '%PDF-') ? 'application/pdf' : undefined),
  },
};

/** A file's key in the blob store; the token is all that its address says. */
export function fileKey(kind: FileKind, token: string): string {
  return `${kind}/${token}`;
}

/** Characters of base 62: 256 bits. */
export const fileTokenLength = 43;

/** Where everybody sees a picture. */
export function imageAddress(publicUrl: string, key: string): string {
  return `${publicUrl}/files/${key}`;
}

/** The picture formats that every browser shows and that hold no script; SVG does. */
function imageType(bytes: Buffer): string | undefined {
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'image/png';
  if (startsWith(bytes, '\xff\xd8\xff')) return 'image/jpeg';
  if (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) return 'image/gif';
  if (startsWith(bytes, 'RIFF') && startsWith(bytes.subarray(8), 'WEBP')) return 'image/webp';
  return undefined;
}

function startsWith(bytes: Buffer, magic: string): boolean {
  return bytes.subarray(0, magic.length).equals(Buffer.from(magic, 'latin1'));
}
