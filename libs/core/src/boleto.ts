import { addDays, isCalendarDay } from './time';
import { daysBetween } from './business-days';
import { invalidArgument, type AppError } from './errors';
import { cents, type Cents } from './money';

/** Bank code of dev mode: no bank has it, so that a test boleto cannot be paid. */
export const simulatedBank = '999';

const realCurrency = '9';
const amountMax = 9_999_999_999;
/** Day 0 of the due factor. Four digits lasted until 2025-02-21 (9999); the day after began again at 1000. */
const factorEpoch = '1997-10-07';
const factorMin = 1000;
const factorCycle = 9000;
/** How far from the day of reading a due date may lie; beyond, a factor could mean two dates. */
const readableDays = { before: 3000, after: 5500 };

export interface BoletoCode {
  /** Three digits of the bank that registered the boleto. */
  readonly bank: string;
  /** YYYY-MM-DD; undefined for a boleto without one. */
  readonly dueDate: string | undefined;
  /** 0 to R$ 99.999.999,99; 0 leaves the amount to the payer. */
  readonly amountCents: Cents;
  /** The bank's own 25 digits ("campo livre"). */
  readonly freeField: string;
}

/** The parts of a bar code; {@link dueDateOfFactor} converts the factor to a day. */
export interface ParsedBoleto {
  /** 44 digits. */
  readonly barCode: string;
  readonly bank: string;
  /** 0 for a boleto without a due date. */
  readonly factor: number;
  readonly amountCents: Cents;
  readonly freeField: string;
}

/** The 44 digits of the bar code; throws a RangeError for invalid parts. */
export function encodeBarCode(code: BoletoCode): string {
  if (!/^\d{3}$/.test(code.bank)) throw new RangeError('a bank code is three digits');
  if (!/^\d{25}$/.test(code.freeField)) throw new RangeError('the free field of a boleto is 25 digits');
  const amount: number = cents(code.amountCents);
  if (amount < 0 || amount > amountMax) throw new RangeError('a boleto amount is 0 to 9999999999 centavos');
  const factor = code.dueDate === undefined ? 0 : dueFactor(code.dueDate);
  const head = code.bank + realCurrency;
  const rest = padDigits(factor, 4) + padDigits(amount, 10) + code.freeField;
  return head + generalCheckDigit(head + rest) + rest;
}

/** The 47 digits that people type, from the 44 of the bar code. */
export function digitableLine(barCode: string): string {
  if (!/^\d{44}$/.test(barCode)) throw new RangeError('a bar code is 44 digits');
  const fields = [barCode.slice(0, 4) + barCode.slice(19, 24), barCode.slice(24, 34), barCode.slice(34, 44)];
  return fields.map((field) => field + fieldCheckDigit(field)).join('') + barCode.slice(4, 19);
}

/** The printed form: `AAAAA.AAAAA BBBBB.BBBBBB CCCCC.CCCCCC D EEEEEEEEEEEEEE`. */
export function formatDigitableLine(line: string): string {
  return line.replace(/^(\d{5})(\d{5})(\d{5})(\d{6})(\d{5})(\d{6})(\d)(\d{14})$/, '$1.$2 $3.$4 $5.$6 $7 $8');
}

/**
 * Parses a digitable line, with or without dots and spaces; INVALID_ARGUMENT with reason INVALID_BOLETO when any of its
 * four check digits is wrong.
 */
export function parseDigitableLine(text: string): ParsedBoleto {
  const line = text.replace(/[\s.-]/g, '');
  if (!/^\d{47}$/.test(line)) throw invalidBoleto('a digitable line has 47 digits');
  const fields = [line.slice(0, 10), line.slice(10, 21), line.slice(21, 32)];
  fields.forEach((field, index) => {
    if (fieldCheckDigit(field.slice(0, -1)) !== field.slice(-1)) {
      throw invalidBoleto(`the check digit of field ${String(index + 1)} is wrong`);
    }
  });
  return parseBarCode(
    line.slice(0, 4) + line.slice(32, 47) + line.slice(4, 9) + line.slice(10, 20) + line.slice(21, 31),
  );
}

/**
 * Parses the 44 digits of a bar code; INVALID_ARGUMENT with reason INVALID_BOLETO when they are no boleto. A general
 * check digit of 1 stands for three remainders and misses some typing errors: parse typed lines with {@link
 * parseDigitableLine}.
 */
export function parseBarCode(barCode: string): ParsedBoleto {
  if (!/^\d{44}$/.test(barCode)) throw invalidBoleto('a bar code has 44 digits');
  if (barCode[3] !== realCurrency) throw invalidBoleto('its currency is not BRL');
  if (generalCheckDigit(barCode.slice(0, 4) + barCode.slice(5)) !== barCode[4]) {
    throw invalidBoleto('its general check digit is wrong');
  }
  return {
    barCode,
    bank: barCode.slice(0, 3),
    factor: Number(barCode.slice(5, 9)),
    amountCents: cents(Number(barCode.slice(9, 19))),
    freeField: barCode.slice(19),
  };
}

/** The due factor of a day, 1000 to 9999; throws a RangeError before 2000-07-03, the first day with a factor. */
export function dueFactor(day: string): number {
  const days = daysBetween(factorEpoch, day);
  if (days < factorMin) throw new RangeError(`no boleto was due on ${day}`);
  return ((days - factorMin) % factorCycle) + factorMin;
}

/**
 * The due date of a factor, read on `referenceDay`. Factors repeat every 9000 days: the result is from 3000 days before
 * to 5500 days after. Undefined for factor 0 (no due date) and when all dates are farther away.
 */
export function dueDateOfFactor(factor: number, referenceDay: string): string | undefined {
  if (!isCalendarDay(referenceDay)) throw new RangeError(`not a calendar day: ${referenceDay}`);
  if (!Number.isSafeInteger(factor) || factor < factorMin || factor > 9999) return undefined;
  const reference = daysBetween(factorEpoch, referenceDay);
  const earliest = reference - readableDays.before;
  const cycles = Math.max(0, Math.ceil((earliest - factor) / factorCycle));
  const days = factor + cycles * factorCycle;
  return days > reference + readableDays.after ? undefined : addDays(factorEpoch, days);
}

/** Modulus 10: weights 2 and 1 from the right, the digits of each product summed. */
function fieldCheckDigit(digits: string): string {
  const sum = weightsFromRight(digits, [2, 1], (product) => Math.floor(product / 10) + (product % 10));
  return String((10 - (sum % 10)) % 10);
}

/** Modulus 11: weights 2 to 9 from the right; 1 wherever the rule would give 0, 10 or 11. */
function generalCheckDigit(digits: string): string {
  const digit = 11 - (weightsFromRight(digits, [2, 3, 4, 5, 6, 7, 8, 9], (product) => product) % 11);
  return String(digit >= 10 ? 1 : digit);
}

function weightsFromRight(digits: string, weights: readonly number[], term: (product: number) => number): number {
  return Array.from(digits, Number).reduceRight(
    (sum, digit, index) => sum + term(digit * (weights[(digits.length - 1 - index) % weights.length] ?? 0)),
    0,
  );
}

function padDigits(value: number, length: number): string {
  return String(value).padStart(length, '0');
}

function invalidBoleto(why: string): AppError {
  return invalidArgument(`Invalid boleto: ${why}`, 'INVALID_BOLETO');
}
