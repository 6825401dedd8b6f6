import { detectFileType, type Tenant } from '@pitanga/core';
import type { TxDeps } from '../deps';
import { isOverdue, type Dispute } from '../disputes/dispute';
import {
  disputeFileLimits,
  disputeFileTypes,
  type DisputeFile,
  type DisputeFileKind,
  type DisputeFileType,
} from '../disputes/dispute-file';
import { deleteHeldFile, findDisputeFile, findHeldFiles, insertDisputeFile } from '../disputes/dispute-file-repository';
import {
  answerUnderWay,
  disputeAnswered,
  disputeClosed,
  disputeFileNotFound,
  disputeFileSent,
  disputeNotFound,
  disputeOverdue,
  disputeTakesNoAnswer,
  filesTooLarge,
  filesUnsupported,
  fileTooLarge,
  fileTypeUnsupported,
  tooManyFiles,
  tooManyFilesOfKind,
} from '../disputes/dispute-errors';
import { countAnswers } from '../disputes/dispute-answer-repository';
import { lockDispute } from '../disputes/dispute-repository';
import type { DisputeCapabilities, DisputeProvider } from '../provider/dispute-provider';
import { findAdapter, type Providers } from '../provider/providers';

/** What a store may give to a provider, within the limits of the platform. */
export interface DisputeAccepts {
  readonly drafts: boolean;
  readonly texts: boolean;
  /** 0: no files. */
  readonly filesMax: number;
  readonly fileBytesMax: number;
  readonly bytesMax: number;
  /** Undefined: any number. */
  readonly filesOfKindMax: number | undefined;
}

export function toAccepts(capabilities: DisputeCapabilities): DisputeAccepts {
  const { filesMax, fileBytesMax, bytesMax } = disputeFileLimits;
  const { canDraft, takesTexts, takesDocuments, documentsOfKindMax } = capabilities;
  const together = takesDocuments ? Math.min(capabilities.bytesMax, bytesMax) : 0;
  return {
    drafts: canDraft,
    texts: takesTexts,
    filesMax: takesDocuments ? Math.min(capabilities.documentsMax, filesMax) : 0,
    fileBytesMax: Math.min(together, fileBytesMax),
    bytesMax: together,
    filesOfKindMax: documentsOfKindMax,
  };
}

/** The provider that takes answers to this dispute. */
export function disputeProvider(
  providers: Providers,
  tenant: Tenant,
  { provider }: Pick<Dispute, 'provider'>,
): DisputeProvider | undefined {
  const name = provider ?? (tenant.devMode ? 'simulated' : undefined);
  const found = name === undefined ? undefined : findAdapter(providers, 'dispute', name);
  return found?.name === name ? found : undefined;
}

/** The dispute, locked, and the provider that its next answer goes to. @throws AppError why it takes no answer */
export async function lockAnswerable(
  tx: TxDeps,
  tenant: Tenant,
  providers: Providers,
  disputeId: string,
): Promise<{ readonly dispute: Dispute; readonly provider: DisputeProvider }> {
  const dispute = await lockDispute(tx.db, tenant, disputeId);
  if (!dispute) throw disputeNotFound();
  if (dispute.status !== 'OPEN') throw disputeClosed();
  const provider = disputeProvider(providers, tenant, dispute);
  if (!provider) throw disputeTakesNoAnswer();
  if (dispute.answerState === 'UNDER_REVIEW') throw disputeAnswered();
  if (isOverdue(dispute, tx.clock.now(tenant))) throw disputeOverdue();
  const { sending, submitted } = await countAnswers(tx.db, tenant, disputeId);
  if (sending > 0) throw answerUnderWay();
  if (submitted >= provider.capabilities.answersMax) throw disputeAnswered();
  return { dispute, provider };
}

export interface FileInput {
  readonly disputeId: string;
  readonly kind: DisputeFileKind;
  readonly name: string;
  readonly content: Buffer;
}

/** Keeps a file for the next answer that is submitted. */
export async function addDisputeFile(
  tx: TxDeps,
  tenant: Tenant,
  providers: Providers,
  { disputeId, kind, name, content }: FileInput,
): Promise<DisputeFile> {
  const { provider } = await lockAnswerable(tx, tenant, providers, disputeId);
  const accepts = toAccepts(provider.capabilities);
  if (accepts.filesMax === 0) throw filesUnsupported();
  if (content.length > accepts.fileBytesMax) throw fileTooLarge(accepts.fileBytesMax);
  const contentType = disputeFileType(content);
  requireRoom(accepts, await findHeldFiles(tx.db, tenant, disputeId), { kind, sizeBytes: content.length });
  const now = tx.clock.now(tenant);
  const file: DisputeFile = {
    id: tx.ids.next('disputeFile', now),
    disputeId,
    kind,
    name,
    contentType,
    sizeBytes: content.length,
    answerId: undefined,
    reference: undefined,
    createdAt: now,
  };
  await insertDisputeFile(tx.db, tenant, tx.sealer, file, content);
  return file;
}

function disputeFileType(content: Buffer): DisputeFileType {
  const type = detectFileType(content);
  const accepted = disputeFileTypes.find((one) => one === type);
  if (accepted === undefined) throw fileTypeUnsupported();
  return accepted;
}

function requireRoom(
  { filesMax, filesOfKindMax, bytesMax }: DisputeAccepts,
  held: readonly Pick<DisputeFile, 'kind' | 'sizeBytes'>[],
  added: Pick<DisputeFile, 'kind' | 'sizeBytes'>,
): void {
  if (held.length >= filesMax) throw tooManyFiles(filesMax);
  const ofKind = held.filter(({ kind }) => kind === added.kind).length;
  if (filesOfKindMax !== undefined && ofKind >= filesOfKindMax) throw tooManyFilesOfKind(filesOfKindMax);
  if (held.reduce((sum, { sizeBytes }) => sum + sizeBytes, added.sizeBytes) > bytesMax) throw filesTooLarge(bytesMax);
}

/** Deletes a file that waits for an answer; returns it. */
export async function removeDisputeFile(tx: TxDeps, tenant: Tenant, id: string): Promise<DisputeFile> {
  const known = await findDisputeFile(tx.db, tenant, tx.sealer, id);
  if (!known) throw disputeFileNotFound();
  await lockDispute(tx.db, tenant, known.disputeId);
  const file = await findDisputeFile(tx.db, tenant, tx.sealer, id);
  if (!file) throw disputeFileNotFound();
  if (!(await deleteHeldFile(tx.db, tenant, id))) throw disputeFileSent();
  return file;
}
