/** One request, as a route of the stand-in sees it. */
export interface EfiRequest {
  readonly method: string;
  /** Without a query, e.g. `/v1/charge/12/pay`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
}

/** An error answer of Efí. */
export class EfiRefusal extends Error {
  constructor(
    readonly status: number,
    readonly code: number,
    readonly description: unknown,
  ) {
    super(String(code));
  }
}

export function refuse(code: number, description: unknown = 'recusado'): never {
  throw new EfiRefusal(400, code, description);
}

/** A wrong property is named. */
export function wrong(property: string): never {
  return refuse(3_500_034, { property, message: `A propriedade [${property}] informada é inválida.` });
}

export function fields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

export function text(value: unknown, property: string, lengthMax = 255): string {
  if (typeof value !== 'string' || value === '' || value.length > lengthMax) wrong(property);
  return value;
}

export function integer(value: unknown, property: string, min: number, max: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max) wrong(property);
  return value;
}

/** Efí refuses properties that it does not know. */
export function onlyKnown(value: unknown, names: readonly string[], at: string): void {
  const unknown = Object.keys(fields(value)).find((name) => !names.includes(name));
  if (unknown !== undefined) refuse(3_500_010, { property: `${at}/${unknown}`, message: 'não existe' });
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
