import { AppError, isAppError } from '@pitanga/core';
import { describeFailure } from '../../edge/errors/errors';
import type { InLanguages } from '../words/language';
import {
  declinedWords,
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

/** The problem to show for a failure; undefined for a bug. */
export function toProblem(error: unknown, requestId: string): PayProblem | undefined {
  if (!isAppError(error) || error.kind === 'INTERNAL') return undefined;
  const { status } = describeFailure(error, requestId);
  return {
    // For a form, 404 and 422 mean invalid input.
    status: status === 404 || status === 422 ? 400 : status,
    ...toWording(error),
    mayHaveWorked: isUnknown(error) || error.reason === 'IDEMPOTENCY_KEY_IN_FLIGHT',
    retryAfterSeconds: readRetryAfter(error),
  };
}

function toWording(error: AppError): { readonly sentence: InLanguages<string>; readonly field: FieldName | undefined } {
  const { sentence, field } = wordingOf(error);
  return { sentence, field };
}

function wordingOf(error: AppError): Wording {
  const { reason, metadata } = error;
  const pause = pauseWords[reason];
  if (pause) return pause(readRetryAfter(error) ?? 60);
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

/** A declined card: the sentence of the API, and advice. */
export function declinedProblem(isIrreversible: boolean): PayProblem {
  const advice = isIrreversible ? 'other' : 'again';
  return {
    status: 400,
    sentence: { 'pt-BR': declinedWords['pt-BR'][advice], en: declinedWords.en[advice] },
    field: undefined,
    mayHaveWorked: false,
  };
}
