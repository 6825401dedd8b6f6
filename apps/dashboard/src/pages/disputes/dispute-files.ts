import type { ApiRecord } from '../../api/records';
import type { Dispute } from './dispute-status';

export type DisputeFileKind = ApiRecord<'DisputeFile'>['kind'];

export const disputeFileKinds: readonly DisputeFileKind[] = [
  'RECEIPT',
  'CUSTOMER_COMMUNICATION',
  'CUSTOMER_SIGNATURE',
  'SHIPPING',
  'SERVICE',
  'REFUND_POLICY',
  'CANCELLATION_POLICY',
  'DUPLICATE_CHARGE',
  'OTHER',
];

const refusals = [
  'DISPUTE_FILE_TYPE',
  'DISPUTE_FILE_SIZE',
  'DISPUTE_FILES_TOO_MANY',
  'DISPUTE_FILES_TOO_LARGE',
] as const;

/** Why a file is not taken, by the code of the API. */
export type FileRefusal = (typeof refusals)[number] | 'BODY_TOO_LARGE' | 'KIND_TAKEN';

export function isFileRefusal(code: string): code is FileRefusal {
  return code === 'BODY_TOO_LARGE' || refusals.some((known) => known === code);
}

interface Chosen {
  readonly kind: DisputeFileKind;
  readonly bytes: number;
}

/** What the API would refuse, before anything is sent. */
export function fileRefusal(
  accepts: NonNullable<Dispute['accepts']>,
  held: readonly Chosen[],
  file: Chosen & { readonly type: string },
): FileRefusal | undefined {
  const { filesMax, filesOfKindMax, fileBytesMax, bytesMax } = accepts;
  if (!['image/jpeg', 'image/png', 'application/pdf'].includes(file.type)) return 'DISPUTE_FILE_TYPE';
  if (file.bytes > fileBytesMax) return 'DISPUTE_FILE_SIZE';
  if (held.length >= filesMax) return 'DISPUTE_FILES_TOO_MANY';
  if (filesOfKindMax !== null && held.filter(({ kind }) => kind === file.kind).length >= filesOfKindMax)
    return 'KIND_TAKEN';
  const together = held.reduce((sum, { bytes }) => sum + bytes, file.bytes);
  return together > bytesMax ? 'DISPUTE_FILES_TOO_LARGE' : undefined;
}

/** To a tenth, and never 0. */
export function megabytes(bytes: number): number {
  return Math.max(Math.round(bytes / 100_000) / 10, 0.1);
}
