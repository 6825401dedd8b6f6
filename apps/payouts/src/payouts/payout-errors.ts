import {
  alreadyExists,
  AppError,
  failedPrecondition,
  invalidArgument,
  notFound,
  permissionDenied,
  unavailable,
} from '@pitanga/core';
import type { ApprovalStatus } from '@pitanga/provider-account';
import { amountMin, type PayoutKind } from './payout';

export function payoutNotFound(kind: PayoutKind): AppError {
  const sentence =
    kind === 'WITHDRAW'
      ? 'Saque não encontrado com o externalId fornecido.'
      : 'PIX não encontrado com o ID ou externalId fornecido.';
  return notFound(sentence, 'PAYOUT_NOT_FOUND');
}

/** Of an id that is of either kind. */
export function decidedPayoutNotFound(): AppError {
  return notFound('Withdrawal or Pix not found', 'PAYOUT_NOT_FOUND');
}

export function amountTooSmall(kind: PayoutKind): AppError {
  return invalidArgument(`Property 'amount' should be at least ${String(amountMin[kind])}`);
}

/** Of an amount that includes the fee. */
export function belowFee(feeCents: number): AppError {
  return invalidArgument(`Property 'amount' should be more than the fee, ${String(feeCents)}`);
}

export function externalIdTaken(): AppError {
  return alreadyExists(
    "Another payout already has this 'externalId' with a different amount or key",
    'PAYOUT_EXTERNAL_ID_TAKEN',
  );
}

/** The payout that this one repeats is at TAKE_BACK. */
export function externalIdInFlight(): AppError {
  const message = "Another request with this 'externalId' is still being processed";
  return new AppError({ kind: 'ABORTED', reason: 'PAYOUT_IN_FLIGHT', message });
}

export function notOwnKey(): AppError {
  return failedPrecondition('A chave Pix não pertence ao titular da conta.', 'PIX_KEY_NOT_OWN');
}

/** The provider neither looks keys up nor refuses another's. */
export function keyOwnerUnknown(): AppError {
  return failedPrecondition(
    'The provider of this store cannot tell whose this is: withdraw to the key that is the CPF or CNPJ of the holder',
    'PIX_KEY_OWNER_UNKNOWN',
  );
}

export function codeNotPaid(): AppError {
  return failedPrecondition('The provider of this store pays no BR Codes: send to a Pix key', 'BR_CODES_NOT_PAID');
}

export function bankAccountNotPaid(): AppError {
  return failedPrecondition('The provider of this store sends no TED: withdraw to a Pix key', 'BANK_ACCOUNTS_NOT_PAID');
}

export function keyUnknown(): AppError {
  return failedPrecondition('The Pix key does not exist', 'PIX_KEY_UNKNOWN');
}

/** The ledger refused its money, for the balance or a limit, and another worker has the reason. Nothing is left of it. */
export function refusedMeanwhile(): AppError {
  const message = 'This payout was refused while its request was interrupted: repeat the request to get the reason';
  return new AppError({ kind: 'ABORTED', reason: 'PAYOUT_IN_FLIGHT', message });
}

/** It was sent through an account that the store no longer has: only that provider can be read about it. */
export function providerChanged(): AppError {
  return failedPrecondition('This payout was sent through another provider', 'PAYOUT_PROVIDER_CHANGED');
}

/** Its gateway is older than the limit of its store. */
export function requesterUnknown(): AppError {
  return unavailable('Who asks for this payout is not known yet: repeat the request', 'SERVICE_UNAVAILABLE');
}

export function ownRequest(): AppError {
  return permissionDenied(
    'Who asks for a payout cannot approve it, nor who made the key that asked: another person must',
    'PAYOUT_OWN_REQUEST',
  );
}

export function approvalNotNeeded(): AppError {
  return failedPrecondition('This payout needs no approval', 'PAYOUT_APPROVAL_NOT_NEEDED');
}

/** It was decided otherwise before. */
export function approvalDecided(status: ApprovalStatus): AppError {
  const words = { WAITING: 'waits', APPROVED: 'was approved', REJECTED: 'was rejected', EXPIRED: 'has expired' };
  return failedPrecondition(`This payout ${words[status]} already`, 'PAYOUT_APPROVAL_DECIDED');
}

/** The request that makes it has not held its money yet. */
export function payoutInFlight(): AppError {
  const message = 'This payout is still being created';
  return new AppError({ kind: 'ABORTED', reason: 'PAYOUT_IN_FLIGHT', message });
}
