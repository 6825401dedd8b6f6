import type { FileType } from '@pitanga/core';

/** What a file shows; a provider may have a place for each. */
export const disputeFileKinds = [
  'RECEIPT',
  'CUSTOMER_COMMUNICATION',
  'CUSTOMER_SIGNATURE',
  'SHIPPING',
  'SERVICE',
  'REFUND_POLICY',
  'CANCELLATION_POLICY',
  'DUPLICATE_CHARGE',
  'OTHER',
] as const;
export type DisputeFileKind = (typeof disputeFileKinds)[number];

/** What every provider with files takes. */
export const disputeFileTypes = ['image/jpeg', 'image/png', 'application/pdf'] as const satisfies readonly FileType[];
export type DisputeFileType = (typeof disputeFileTypes)[number];

const extensions: Readonly<Record<DisputeFileType, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'application/pdf': 'pdf',
};

/** The name under which a provider gets a file: never the one that the merchant gave. */
export function disputeFileName({ id, contentType }: Pick<DisputeFile, 'id' | 'contentType'>): string {
  return `${id}.${extensions[contentType]}`;
}

/** A file of an answer, without its content. */
export interface DisputeFile {
  readonly id: string;
  readonly disputeId: string;
  readonly kind: DisputeFileKind;
  /** Undefined once the provider has the file: it may name a payer. */
  readonly name: string | undefined;
  readonly contentType: DisputeFileType;
  readonly sizeBytes: number;
  /** The answer that takes it along. */
  readonly answerId: string | undefined;
  /** The provider's id of it. */
  readonly reference: string | undefined;
  readonly createdAt: Date;
}

export type DisputeFileStatus = 'HELD' | 'SENDING' | 'SENT';

export function disputeFileStatus({ name, answerId }: Pick<DisputeFile, 'name' | 'answerId'>): DisputeFileStatus {
  if (name === undefined) return 'SENT';
  return answerId === undefined ? 'HELD' : 'SENDING';
}

/** Of the platform, for every provider: a file is one call between services, which carries 4 MiB. */
export const disputeFileLimits = { filesMax: 11, fileBytesMax: 4_000_000, bytesMax: 10_000_000 } as const;
