import { createHash, randomBytes } from 'node:crypto';

/** One request, as a route of the stand-in sees it. */
export interface InterRequest {
  readonly method: string;
  /** After the prefix, without a query. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface InterAnswer {
  readonly status: number;
  readonly body: object | undefined;
}

/** An error of Inter: `{title, detail, timestamp, violacoes}`. */
export class InterRefusal extends Error {
  constructor(
    readonly status: number,
    readonly title: string,
    /** The fields that are wrong. */
    readonly fields: readonly string[] = [],
  ) {
    super(title);
  }
}

export function refuse(title: string, ...fields: string[]): never {
  throw new InterRefusal(400, title, fields);
}

export const hex = (length: number): string => randomBytes(length).toString('hex').slice(0, length);
export const toDigits = (text: string, length: number): string =>
  (BigInt(`0x${createHash('sha256').update(text).digest('hex')}`) % 10n ** BigInt(length))
    .toString()
    .padStart(length, '0');

/** Centavos of a JSON number of reais with at most two decimals. */
export function centavos(value: unknown, field: string): number {
  const amount = typeof value === 'number' ? Math.round(value * 100) : NaN;
  if (!Number.isSafeInteger(amount) || amount / 100 !== value) refuse('Valor inválido', field);
  return amount;
}

const brasiliaMs = 3 * 3_600_000;

/** YYYY-MM-DD in São Paulo. */
export const dayAt = (at: Date): string => new Date(at.getTime() - brasiliaMs).toISOString().slice(0, 10);

export function isDay(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
}

export const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
