import type { AnswerState, DisputeEvidence } from '../disputes/dispute';

/** An answer to send. */
export interface DisputeAnswerOrder {
  /** Ours, and the same for every attempt: the provider takes it once. */
  readonly answerId: string;
  /** The provider's id of the dispute. */
  readonly reference: string;
  readonly evidence: DisputeEvidence;
  /** False: kept as a draft. */
  readonly isSubmitted: boolean;
}

/** Where a dispute stands after an answer. */
export type DisputeReading = AnswerState | 'WON' | 'LOST';

/**
 * Takes answers to disputes. A repeat with the same answer id changes nothing.
 * @throws AppError UNAVAILABLE when the outcome is unknown, FAILED_PRECONDITION when the provider refuses
 */
export interface DisputeProvider {
  readonly name: string;
  answerDispute(order: DisputeAnswerOrder): Promise<DisputeReading>;
}
