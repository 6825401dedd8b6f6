import type { ChargeFailure } from '@pitanga/contracts';
import { AppError, isAppError } from '@pitanga/core';
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
  /** In the address of the page that shows it; says nothing of the payer, nor of what their bank said. */
  readonly name: string;
  readonly sentence: InLanguages<string>;
  /** The field to correct, if it is one. */
  readonly field: FieldName | undefined;
  /** The outcome is unknown: the same form, sent again, resumes. */
  readonly mayHaveWorked: boolean;
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
export function toProblem(error: unknown, now: Date): PayProblem | undefined {
  if (!isAppError(error) || error.kind === 'INTERNAL') return undefined;
  const { name, sentence, field } = chooseWording(error, now);
  const mayHaveWorked = isUnknown(error) || error.reason === 'IDEMPOTENCY_KEY_IN_FLIGHT';
  return { name, sentence, field, mayHaveWorked, isDeclined: triesAnotherWay.has(error.reason) };
}

/** A problem of which an address has the name alone: without what only its browser was given. */
export function namedProblem(name: string, now: Date): PayProblem {
  const { sentence, field } = findWording(name, now) ?? { sentence: unknownReasonWords };
  return { name, sentence, field, mayHaveWorked: false, isDeclined: triesAnotherWay.has(name) };
}

function findWording(name: string, now: Date): Wording | undefined {
  if (isFormProblemName(name)) return formWording(name);
  if (name === declinedName) return declinedCardWording(undefined);
  if (Object.hasOwn(pauseWords, name)) return pauseWords[name]?.(waitWords(unsaidWaitSeconds, now));
  if (Object.hasOwn(reasonWords, name)) return reasonWords[name];
  return Object.hasOwn(otherWordings, name) ? otherWordings[name] : undefined;
}

/** Of a pause without a length. */
const unsaidWaitSeconds = 60;
export const declinedName = 'CARD_DECLINED';
const otherWordings: Readonly<Record<string, Wording>> = {
  OUTCOME_UNKNOWN: { sentence: unknownOutcomeWords },
  COUPON_REFUSED: { sentence: unknownReasonWords, field: 'coupon' },
};

const triesAnotherWay: ReadonlySet<string> = new Set(['CARD_ATTEMPTS_PAUSED', declinedName]);

function chooseWording(error: AppError, now: Date): Wording & { readonly name: string } {
  const { reason, metadata } = error;
  const pause = pauseWords[reason];
  if (pause) return { name: reason, ...pause(waitWords(readRetryAfter(error) ?? unsaidWaitSeconds, now)) };
  if (reason === declinedName) return { name: declinedName, ...declinedCardWording(metadata['failure']) };
  const wording = reasonWords[reason];
  if (wording) return { name: reason, ...wording };
  if (isUnknown(error)) return { name: 'OUTCOME_UNKNOWN', sentence: unknownOutcomeWords };
  const name = metadata['problem'];
  if (reason === 'FORM_INVALID' && isFormProblemName(name)) return { name, ...formWording(name) };
  const isOfCoupon = reason.startsWith('COUPON_');
  return {
    name: isOfCoupon ? 'COUPON_REFUSED' : 'TRY_AGAIN',
    sentence: unknownReasonWords,
    field: isOfCoupon ? 'coupon' : undefined,
  };
}

function isUnknown({ kind, reason }: AppError): boolean {
  return (kind === 'UNAVAILABLE' && reason !== 'PROVIDER_NOT_CONFIGURED') || kind === 'DEADLINE_EXCEEDED';
}

/** A declined card: what its bank said, as far as it helps its holder, and what to do. */
export function declinedProblem(failure: ChargeFailure | undefined): PayProblem {
  return {
    name: declinedName,
    field: undefined,
    ...declinedWording(failure),
    mayHaveWorked: false,
    isDeclined: true,
  };
}
