import type { PixDialect } from '@pitanga/core/pix-banks';

/** What of a bank's dialect decides how its errors are read. */
export type ErrorDialect = Pick<PixDialect, 'notFoundCodes' | 'hasTitledErrors'>;

export interface ErrorAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** What a bank itself says of a request that it did not fulfil. What something before the bank says is none. */
export interface BankError {
  /** The name that the bank gives it; undefined where it gives none. */
  readonly name: string | undefined;
  /** The bank has no such thing. */
  readonly isNotFound: boolean;
  /** The request was not carried out, and will not be. */
  readonly isRefusal: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

/** One of the forms in which banks say errors. */
interface ErrorForm {
  readonly name: (fields: Fields) => string | undefined;
  readonly isNotFound: (name: string, status: number, dialect: ErrorDialect) => boolean;
  readonly isRefusal: (name: string, status: number) => boolean;
}

/** Not 409: the bank has such a request already. */
const isDefinite = (status: number): boolean => status === 400 || status === 404 || status === 422;

const forms: readonly ErrorForm[] = [
  {
    // RFC 7807, with the types of the Pix API: the last part of `type`, e.g. CobOperacaoInvalida.
    name: ({ type }) => (type === 'about:blank' ? undefined : /([A-Za-z]{1,60})\/?$/.exec(text(type))?.[1]),
    isNotFound: (name, status) => status === 404 && /NaoEncontrad[oa]$/i.test(name),
    isRefusal: (name) => /(?:NaoEncontrad[oa]|Invalid[oa]|PermanentementeRemovido)$/i.test(name),
  },
  {
    // `{nome, mensagem}` of Efí, which says 400 of what it does not have, or 404.
    name: ({ nome }) => /^[a-z]+(?:_[a-z]+){1,9}$/.exec(text(nome))?.[0],
    isNotFound: (name, status) => isDefinite(status) && /_nao_encontrad[oa]$/.test(name),
    isRefusal: (name, status) =>
      isDefinite(status) && /_(?:nao_encontrad[oa]|invalid[oa]|negad[oa]|bloquead[oa])$/.test(name),
  },
  {
    // `{erros: [{codigo, versao, mensagem, ocorrencia}]}` of Banco do Brasil.
    name: ({ erros }) => {
      const [first] = Array.isArray(erros) ? (erros as unknown[]) : [];
      const { codigo } = toFields(first);
      return /^[0-9A-Za-z._-]{1,20}$/.exec(typeof codigo === 'number' ? String(codigo) : text(codigo))?.[0];
    },
    isNotFound: (name, status, { notFoundCodes }) =>
      status === 404 || (isDefinite(status) && notFoundCodes.includes(name)),
    isRefusal: (_name, status) => isDefinite(status),
  },
];

/** The name of an error in whichever form it is. */
function errorName(body: unknown): string | undefined {
  const fields = toFields(body);
  return forms.map((form) => form.name(fields)).find((name) => name !== undefined);
}

/** Undefined when nothing shows that the bank itself speaks. */
export function bankError({ status, body }: ErrorAnswer, dialect: ErrorDialect): BankError | undefined {
  if (status < 400 || status >= 500) return undefined;
  const fields = toFields(body);
  for (const form of forms) {
    const name = form.name(fields);
    if (name === undefined) continue;
    return { name, isNotFound: form.isNotFound(name, status, dialect), isRefusal: form.isRefusal(name, status) };
  }
  const isTitled = ['title', 'detail', 'timestamp'].every((part) => text(fields[part]) !== '');
  if (!dialect.hasTitledErrors || !isTitled) return undefined;
  return { name: undefined, isNotFound: status === 404, isRefusal: isDefinite(status) };
}

function toFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** An error response of a bank. */
export interface Problem {
  /** The name that the bank gives it, e.g. CobOperacaoInvalida; `unknown` when it has none. */
  readonly type: string;
  readonly correlationId: string | undefined;
  /** What of the request the bank does not take, where it names that. */
  readonly about: 'PAYER' | 'AMOUNT' | undefined;
}

/** Parses a problem leniently: banks omit fields, and some return pages of their proxies. */
export function parseProblem(body: unknown): Problem {
  const { correlationId, violacoes } = toFields(body);
  const property = Array.isArray(violacoes) ? text(toFields(violacoes[0])['propriedade']) : '';
  const id =
    typeof correlationId === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(correlationId) ? correlationId : undefined;
  return {
    type: errorName(body) ?? 'unknown',
    correlationId: id,
    about: /\bdevedor\b/.test(property) ? 'PAYER' : /\bvalor\b/.test(property) ? 'AMOUNT' : undefined,
  };
}
