import type { PaymentMethod } from '../money/fees';
import type { AnswerState, DisputeEvidence } from '../disputes/dispute';
import type { DisputeFileKind, DisputeFileType } from '../disputes/dispute-file';

/** A file of an answer. */
export interface DisputeDocument {
  /** Ours, and the same for every attempt. */
  readonly id: string;
  readonly kind: DisputeFileKind;
  readonly contentType: DisputeFileType;
  readonly sizeBytes: number;
  /** What an earlier attempt gave to {@link DisputeDocument.keepReference}. */
  readonly reference: string | undefined;
  /** The bytes, the same for every attempt. */
  read(): Promise<Buffer>;
  /** Remembers the provider's id of a file that is given to it before the answer. */
  keepReference(reference: string): Promise<void>;
}

/** An answer to send. */
export interface DisputeAnswerOrder {
  /** Ours, and the same for every attempt: the provider takes it once. */
  readonly answerId: string;
  /** The provider's id of the dispute. */
  readonly reference: string;
  /** Empty for a provider that takes no texts: they are one of the documents. */
  readonly evidence: DisputeEvidence;
  /** None in a draft. */
  readonly documents: readonly DisputeDocument[];
  /** False: kept as a draft. */
  readonly isSubmitted: boolean;
}

/** Where a dispute stands after an answer. */
export type DisputeReading = AnswerState | 'WON' | 'LOST';

/** What a provider takes. It is checked before anything is written. */
export interface DisputeCapabilities {
  /** Whether texts may be kept there until they are submitted. */
  readonly canDraft: boolean;
  readonly takesTexts: boolean;
  readonly takesDocuments: boolean;
  /** Documents of one answer. */
  readonly documentsMax: number;
  /** Undefined: any number. */
  readonly documentsOfKindMax: number | undefined;
  /** Of the documents of one answer together. */
  readonly bytesMax: number;
  /** How many answers to one dispute may be submitted. */
  readonly answersMax: number;
}

/**
 * Takes answers to disputes. A repeat with the same answer id changes nothing, and gives no document twice.
 * @throws AppError UNAVAILABLE when the outcome is unknown, FAILED_PRECONDITION when the provider refuses
 */
export interface DisputeProvider {
  readonly name: string;
  readonly capabilities: DisputeCapabilities;
  /** Whose payments can be disputed there. */
  readonly methods: readonly PaymentMethod[];
  answerDispute(order: DisputeAnswerOrder): Promise<DisputeReading>;
}
