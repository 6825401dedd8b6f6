import type { cardFieldsWords } from '../../../card-fields/fields-words';

export type Words = (typeof cardFieldsWords)['en'];
/** A code of a failure, or a label: what the fields have words for. */
export type FieldsWord = keyof Words;

export interface FieldsFailure {
  readonly code: FieldsWord;
  /** For the buyer, in the language of the fields. */
  readonly message: string;
  readonly field?: string | undefined;
  /** In seconds. */
  readonly retryAfter?: number | undefined;
  readonly requestId?: string | undefined;
}

/** A failure in the words of the fields. */
export type Fail = (code: FieldsWord, more?: Omit<FieldsFailure, 'code' | 'message'>) => FieldsFailure;
