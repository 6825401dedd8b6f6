import { randomBytes, randomUUID } from 'node:crypto';

/** One request, as a route of the stand-in sees it. */
export interface AsaasRequest {
  readonly method: string;
  /** After the base, without a query: `['payments', 'pay_1', 'refund']`. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  /** Parsed JSON; undefined without a body. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Of a form with files. */
  readonly files: { readonly name: string; readonly type: string; readonly bytes: number }[];
}

/** What a route answers: 200, as Asaas does also where it creates. Undefined where the route is another's. */
export type AsaasRoute = (request: AsaasRequest) => object | undefined;

/** An error answer; without errors it has no body. */
export class AsaasRefusal extends Error {
  constructor(
    readonly status: number,
    readonly code?: string,
    readonly description = code,
  ) {
    super(code ?? String(status));
  }
}

export function refuse(code: string, description = code): never {
  throw new AsaasRefusal(400, code, description);
}

/** Asaas's 404 has no body. */
export function missing(): never {
  throw new AsaasRefusal(404);
}

const anId = /^(?:(?:pay|cus|evt|wbh|chb)_.+|[0-9a-f]{8}-[0-9a-f-]{27})$/;

/** `POST payments/:id/refund` of a request. */
export function toRouteName({ method, path }: Pick<AsaasRequest, 'method' | 'path'>): string {
  return `${method} ${path.map((part) => (anId.test(part) ? ':id' : part)).join('/')}`;
}

/** The JSON number of an amount in centavos. */
export function reais(centavos: number): number {
  return centavos / 100;
}

/** Centavos of a value of a request; refused unless it is a number with at most two decimals. */
export function centavos(value: unknown): number {
  const amount = typeof value === 'number' ? Math.round(value * 100) : NaN;
  if (!Number.isSafeInteger(amount) || reais(amount) !== value) refuse('invalid_value');
  return amount;
}

const brasiliaMs = 3 * 3_600_000;

/** YYYY-MM-DD in São Paulo. */
export function dayAt(at: Date): string {
  return new Date(at.getTime() - brasiliaMs).toISOString().slice(0, 10);
}

/** YYYY-MM-DD HH:mm:ss in São Paulo, without a zone. */
export function timeAt(at: Date): string {
  return new Date(at.getTime() - brasiliaMs).toISOString().slice(0, 19).replace('T', ' ');
}

export const hex = (length: number): string => randomBytes(length).toString('hex').slice(0, length);
export const digits = (length: number): string => Array.from(randomBytes(length), (byte) => String(byte % 10)).join('');
export { randomUUID };

export function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Without the relations that are null: captures leave them out. */
export function withoutNulls(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** A page of `items`, newest first; a limit above 100 is cut. */
export function page(items: readonly object[], query: URLSearchParams): object {
  const limit = Math.min(Number(query.get('limit') ?? 10), 100);
  const offset = Number(query.get('offset') ?? 0);
  const newestFirst = items.toReversed();
  const data = newestFirst.slice(offset, offset + limit);
  const hasMore = offset + data.length < items.length;
  return { object: 'list', hasMore, totalCount: items.length, limit, offset, data };
}
