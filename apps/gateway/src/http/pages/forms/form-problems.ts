import type { ChargeFailure } from '@pitanga/contracts';
import { AppError, isAppError } from '@pitanga/core';
import { describeFailure } from '../../edge/errors/errors';
import type { InLanguages } from '../words/language';
import { declinedCardWording, declinedWording } from '../words/declined-words';
import { waitWords } from '../words/notices';
import {
  formWording,
  isFormProblemName,
  pauseWords,
  reasonWords,
  unknownOutcomeWords,
  unknownReasonWords,
  type FormProblemName,
  type Wording,
} from '../words/problem-words';
import type { FieldName } from '../words/field-name';

/** Why a form failed, in the payer's words. */
export interface PayProblem {
  readonly status: number;
  readonly sentence: InLanguages<string>;
  /** The field to correct, if it is one. */
  readonly field: FieldName | undefined;
  /** The outcome is unknown: the same form, sent again, resumes. */
  readonly mayHaveWorked: boolean;
  /** Until the form may be sent again. */
  readonly retryAfterSeconds?: number | undefined;
  /** The card did not pay; another way may. */
  readonly isDeclined?: boolean;
}

/** Invalid input of a form. */
export function formProblem(name: FormProblemName): AppError {
  const message = formWording(name).sentence['pt-BR'];
  return new AppError({ kind: 'INVALID_ARGUMENT', reason: 'FORM_INVALID', message, metadata: { problem: name } });
}

export function readRetryAfter({ metadata }: Pick<AppError, 'metadata'>): number | undefined {
  const seconds = Number(metadata['retryAfterSeconds']);
  return Number.isSafeInteger(seconds) && seconds > 0 ? seconds : undefined;
}

/** The problem to show for a failure at `now`; undefined for a bug. */
export function toProblem(error: unknown, requestId: string, now: Date): PayProblem | undefined {
  if (!isAppError(error) || error.kind === 'INTERNAL') return undefined;
  const { status } = describeFailure(error, requestId);
  return {
    // For a form, 404 and 422 mean invalid input.
    status: status === 404 || status === 422 ? 400 : status,
    ...toWording(error, now),
    mayHaveWorked: isUnknown(error) || error.reason === 'IDEMPOTENCY_KEY_IN_FLIGHT',
    retryAfterSeconds: readRetryAfter(error),
    isDeclined: triesAnotherWay.has(error.reason),
  };
}

const triesAnotherWay: ReadonlySet<string> = new Set(['CARD_ATTEMPTS_PAUSED', 'CARD_DECLINED']);

function toWording(
  error: AppError,
  now: Date,
): { readonly sentence: InLanguages<string>; readonly field: FieldName | undefined } {
  const { sentence, field } = chooseWording(error, now);
  return { sentence, field };
}

function chooseWording(error: AppError, now: Date): Wording {
  const { reason, metadata } = error;
  const pause = pauseWords[reason];
  if (pause) return pause(waitWords(readRetryAfter(error) ?? 60, now));
  if (reason === 'CARD_DECLINED') return declinedCardWording(metadata['failure']);
  const wording = reasonWords[reason];
  if (wording) return wording;
  if (isUnknown(error)) return { sentence: unknownOutcomeWords };
  const name = metadata['problem'];
  if (reason === 'FORM_INVALID' && isFormProblemName(name)) return formWording(name);
  return { sentence: unknownReasonWords, field: reason.startsWith('COUPON_') ? 'coupon' : undefined };
}

function isUnknown({ kind, reason }: AppError): boolean {
  return (kind === 'UNAVAILABLE' && reason !== 'PROVIDER_NOT_CONFIGURED') || kind === 'DEADLINE_EXCEEDED';
}

/** A declined card: what its bank said, as far as it helps its holder, and what to do. */
export function declinedProblem(failure: ChargeFailure | undefined): PayProblem {
  return {
    status: 400,
    field: undefined,
    ...declinedWording(failure),
    mayHaveWorked: false,
    isDeclined: true,
  };
}
