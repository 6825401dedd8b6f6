import type { FileType } from '@pitanga/core';

/** A product's public picture, and the file that it sells. */
export type FileKind = 'images' | 'files';

export interface FileRule {
  /** Of a create request. */
  readonly property: 'imageUrl' | 'fileUrl';
  readonly maxBytes: number;
  /** Completes "Property … should be". */
  readonly expected: string;
  accepts(type: FileType): boolean;
}

/** Largest sizes and accepted types (docs/behaviour/customers-products-coupons.md#files). */
export const fileRules: Readonly<Record<FileKind, FileRule>> = {
  images: {
    property: 'imageUrl',
    maxBytes: 5 * 1024 ** 2,
    expected: 'an image of at most 5 MB',
    accepts: (type) => type.startsWith('image/'),
  },
  files: {
    property: 'fileUrl',
    maxBytes: 20 * 1024 ** 2,
    expected: 'a PDF of at most 20 MB',
    accepts: (type) => type === 'application/pdf',
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
