import { failedPrecondition, invalidArgument, notFound, type AppError } from '@pitanga/core';

export function notDisputable(status: string): AppError {
  return failedPrecondition(`A charge with status ${status} cannot be disputed`, 'NOT_DISPUTABLE');
}

export function nothingToDispute(): AppError {
  return failedPrecondition('Nothing was paid for this order, so that nothing can be disputed', 'NOT_DISPUTABLE');
}

export function refundUnderWay(): AppError {
  return failedPrecondition('A charge with a refund under way cannot be disputed', 'REFUND_UNDER_WAY');
}

export function noOpenDispute(): AppError {
  return failedPrecondition('This charge has no open dispute', 'NO_OPEN_DISPUTE');
}

export function disputeSimulationInProduction(): AppError {
  return failedPrecondition('simulate-dispute is only available in dev mode', 'DEV_MODE_ONLY');
}

export function disputeNotFound(): AppError {
  return notFound('Dispute not found', 'DISPUTE_NOT_FOUND');
}

export function disputeTakesNoAnswer(): AppError {
  return failedPrecondition('The provider of this charge takes no answers to disputes', 'DISPUTE_ANSWER_UNSUPPORTED');
}

export function disputeAnswered(): AppError {
  return failedPrecondition('This dispute was answered already', 'DISPUTE_ANSWERED');
}

export function disputeClosed(): AppError {
  return failedPrecondition('This dispute was decided already', 'DISPUTE_CLOSED');
}

export function disputeOverdue(): AppError {
  return failedPrecondition('The time to answer this dispute is over', 'DISPUTE_OVERDUE');
}

export function answerUnderWay(): AppError {
  return failedPrecondition('An answer to this dispute is being sent', 'DISPUTE_ANSWER_UNDER_WAY');
}

export function evidenceMissing(): AppError {
  const message = "Property 'evidence' should have at least one text, or the dispute a file to be sent";
  return invalidArgument(message, 'DISPUTE_EVIDENCE_MISSING');
}

export function draftsUnsupported(): AppError {
  const message = 'The provider of this charge keeps no drafts: send the answer with submit';
  return failedPrecondition(message, 'DISPUTE_DRAFTS_UNSUPPORTED');
}

export function filesUnsupported(): AppError {
  return failedPrecondition('The provider of this charge takes no files', 'DISPUTE_FILES_UNSUPPORTED');
}

export function fileTypeUnsupported(): AppError {
  return invalidArgument("Property 'content' should be a JPEG, a PNG or a PDF", 'DISPUTE_FILE_TYPE');
}

export function fileTooLarge(bytesMax: number): AppError {
  return invalidArgument(`Property 'content' should have at most ${megabytes(bytesMax)}`, 'DISPUTE_FILE_SIZE');
}

export function tooManyFiles(filesMax: number): AppError {
  const message = `An answer to this dispute takes at most ${String(filesMax)} files`;
  return failedPrecondition(message, 'DISPUTE_FILES_TOO_MANY');
}

export function tooManyFilesOfKind(max: number): AppError {
  const message = `An answer to this dispute takes at most ${String(max)} file of each kind`;
  return failedPrecondition(message, 'DISPUTE_FILES_TOO_MANY');
}

export function filesTooLarge(bytesMax: number): AppError {
  const message = `The files of an answer to this dispute should have at most ${megabytes(bytesMax)} together`;
  return failedPrecondition(message, 'DISPUTE_FILES_TOO_LARGE');
}

export function disputeFileNotFound(): AppError {
  return notFound('File not found', 'DISPUTE_FILE_NOT_FOUND');
}

export function disputeFileSent(): AppError {
  return failedPrecondition('An answer has taken this file along: it cannot be removed', 'DISPUTE_FILE_SENT');
}

function megabytes(bytes: number): string {
  return `${String(bytes / 1_000_000)} MB`;
}
