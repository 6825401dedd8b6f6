import { randomBytes } from 'node:crypto';

/** A request to Efí's Pix API, as a route reads it. */
export interface EfiRequest {
  readonly method: string;
  /** `/v3/gn/pix/…` in its parts. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface EfiAnswer {
  readonly status: number;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Undefined: the path is another route's. */
export type EfiRoute = (asked: EfiRequest) => EfiAnswer | undefined;

/** How Efí says errors where it does not follow RFC 7807. */
export function named(status: number, nome: string): EfiAnswer {
  return { status, body: { nome, mensagem: `${nome}: 529.982.247-25 Bia Lima` } };
}

export function problem(status: number, type: string): EfiAnswer {
  const title = type.replace(/(?!^)[A-Z]/g, ' $&');
  return { status, body: { type: `https://pix.bcb.gov.br/api/v2/error/${type}`, title, status, detail: 'Bia Lima' } };
}

export const reais = (text: unknown): number | undefined =>
  typeof text === 'string' && /^\d{1,10}\.\d{2}$/.test(text) ? Number(text.replace('.', '')) : undefined;

const ispb = '09089356';

/** The id of a Pix that left Efí. */
export function efiPixId(at: Date, kind: 'E' | 'D' = 'E'): string {
  const minute = at.toISOString().replace(/\D/g, '').slice(0, 12);
  return `${kind}${ispb}${minute}${randomBytes(6).toString('hex').slice(0, 11)}`;
}
