import {
  toWire,
  type DisputeAccepts,
  type DisputeDetails,
  type DisputeFile as DisputeFileMessage,
} from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { disputeState, type Dispute, type DisputeAnswer } from '../disputes/dispute';
import { disputeFileStatus, type DisputeFile } from '../disputes/dispute-file';

export interface ShownDispute {
  readonly dispute: Dispute;
  /** The newest. */
  readonly answer: DisputeAnswer | undefined;
  readonly files: readonly DisputeFile[];
  /** Read by its id, and not in a list. */
  readonly isAlone: boolean;
  /** Undefined where the provider takes no answers. */
  readonly accepts: DisputeAccepts | undefined;
  /** Who paid the charge. */
  readonly payerName: string | undefined;
}

/** A dispute in responses, without the contents of its files; the texts of its answer only where it is read alone. */
export function disputeToWire(tenant: Tenant, now: Date, shown: ShownDispute): DisputeDetails {
  const { dispute, answer, files, accepts, payerName } = shown;
  const { id, chargeId, amountCents, reasonCode, providerCode, dueBy, openedAt, closedAt } = dispute;
  return {
    id,
    devMode: tenant.devMode,
    chargeId,
    state: toWire('DISPUTE_STATE', disputeState(dispute, now)),
    amountCents,
    reason: toWire('DISPUTE_REASON', reasonCode),
    providerCode,
    dueBy,
    answer: answer && {
      id: answer.id,
      status: toWire('DISPUTE_ANSWER_STATUS', answer.status),
      isSubmitted: answer.isSubmitted,
      failure: answer.failure,
      createdAt: answer.createdAt,
      evidence: shown.isAlone ? answer.evidence : undefined,
    },
    openedAt,
    closedAt,
    files: files.map(disputeFileToWire),
    accepts,
    payerName,
  };
}

export function disputeFileToWire(file: DisputeFile): DisputeFileMessage {
  const { id, disputeId, kind, name, contentType, sizeBytes, createdAt } = file;
  return {
    id,
    disputeId,
    kind: toWire('DISPUTE_FILE_KIND', kind),
    name,
    contentType,
    sizeBytes,
    status: toWire('DISPUTE_FILE_STATUS', disputeFileStatus(file)),
    createdAt,
  };
}
