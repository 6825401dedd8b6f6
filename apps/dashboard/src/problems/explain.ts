import { problemTable } from '../api/gen/problem-table';
import type { Problem } from '../api/problem';
import type { Language } from '../words/language';
import { sayIn } from '../words/words';
import { sayValues } from './known-values';
import { merchantAdvice } from './merchant-advice';
import { merchantSentences } from './merchant-sentences';
import { findPlace, placePaths, placeWords } from './problem-places';
import { readRule } from './rules';
import { sharedAdvice, sharedAdviceWords } from './shared-advice';
import { unknownWords } from './unknown-words';

/** What a problem says to a person, in their language and nowhere in the API's words. */
export interface Explanation {
  readonly sentence: string;
  /** Values of this very case: "Disponível: R$ 0,00. Necessário: R$ 227,32." */
  readonly values: string | undefined;
  /** What to do next. */
  readonly advice: string;
  /** The page where the advice is followed: its path, as in placePaths, and what the link says. */
  readonly place: { readonly path: string; readonly title: string } | undefined;
  /** The fields of the request that it is about, as the API names them, and what stands at them. */
  readonly fields: readonly string[];
  readonly atField: string;
}

/** The one field that a code is about. */
const fieldOfCode: Readonly<Record<string, string>> = {
  TAX_ID_INVALID: 'taxId',
  SUB_ACCOUNT_OF_STORE: 'taxId',
  CUSTOMER_TAX_ID_TAKEN: 'taxId',
  SUB_ACCOUNT_EXTERNAL_ID_TAKEN: 'externalId',
  PRODUCT_EXTERNAL_ID_TAKEN: 'externalId',
  CHECKOUT_EXTERNAL_ID_TAKEN: 'externalId',
  PAYOUT_EXTERNAL_ID_TAKEN: 'externalId',
  COUPON_CODE_TAKEN: 'code',
  COUPON_NOT_FOUND: 'coupons',
  ENDPOINT_REFUSED: 'endpoint',
  PASSWORD_WRONG: 'currentPassword',
  PASSWORD_LENGTH: 'newPassword',
  PASSWORD_COMMON: 'newPassword',
  PASSWORD_IS_EMAIL: 'newPassword',
  MEMBER_EXISTS: 'email',
};

/** Every code has a sentence and an advice: of the dashboard's own words, else of the table of all codes. */
export function explain(problem: Problem, language: Language): Explanation {
  const { code, message } = problem;
  const broken = readRule(message, language);
  const isRule = broken !== undefined && code === 'INVALID_ARGUMENT';
  const sentence = toSentence(code, language);
  const named =
    isRule && broken.named !== ''
      ? `${broken.named}: ${broken.said.charAt(0).toLowerCase()}${broken.said.slice(1)}`
      : undefined;
  const advice = toAdvice(code, language);
  const place = findPlace(code);
  return {
    sentence: problem.explained ?? named ?? sentence,
    values: sayValues(code, message, language),
    advice,
    place: place && { path: placePaths[place], title: sayIn(placeWords, language)(place) },
    fields: broken?.fields ?? (fieldOfCode[code] === undefined ? [] : [fieldOfCode[code]]),
    atField: isRule ? broken.said : `${problem.explained ?? sentence} ${advice}`,
  };
}

function toSentence(code: string, language: Language): string {
  if (isIn(merchantSentences.en, code)) return sayIn(merchantSentences, language)(code);
  return problemTable[language][code]?.[0] ?? sayIn(unknownWords, language)('sentence');
}

function toAdvice(code: string, language: Language): string {
  if (isIn(merchantAdvice.en, code)) return sayIn(merchantAdvice, language)(code);
  const shared = Object.keys(sharedAdvice).find((key) => isIn(sharedAdvice, key) && sharedAdvice[key].includes(code));
  if (shared !== undefined && isIn(sharedAdvice, shared)) return sayIn(sharedAdviceWords, language)(shared);
  return problemTable[language][code]?.[1] ?? sayIn(unknownWords, language)('advice');
}

function isIn<Key extends string>(record: Readonly<Record<Key, unknown>>, key: string): key is Key {
  return Object.hasOwn(record, key);
}
