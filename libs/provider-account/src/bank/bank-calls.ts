import { createHash } from 'node:crypto';
import type { IdSource } from '@pitanga/core';
import type { PixDialect } from '@pitanga/core/pix-banks';
import type { BankAccess } from './bank-access';

/** The first parts of paths that are of automatic Pix. */
const automaticResources: ReadonlySet<string> = new Set(['rec', 'locrec', 'cobr', 'webhookrec', 'webhookcobr']);

/** Where a call goes at this bank, with the parameters that it wants on every one. */
export function callAddress(
  config: BankAccess,
  dialect: Pick<PixDialect, 'query' | 'patchBase'>,
  { method, path, base: other }: { readonly method: string; readonly path: string; readonly base?: string | undefined },
): string {
  const isAutomatic = automaticResources.has(/^\/(\w+)/.exec(path)?.[1] ?? '');
  const base = other ?? (isAutomatic ? config.automaticBaseUrl : undefined) ?? config.baseUrl;
  const { patchBase } = dialect;
  const prefix = method === 'PATCH' && patchBase ? base.replace(patchBase.from, patchBase.to) : base;
  const query = new URLSearchParams({ ...filled(config, dialect.query), ...config.query }).toString();
  if (query === '') return `${prefix}${path}`;
  return `${prefix}${path}${path.includes('?') ? '&' : '?'}${query}`;
}

/** The headers that this bank wants on every call. */
export function dialectHeaders(
  config: BankAccess,
  { headers }: Pick<PixDialect, 'headers'>,
  ids: IdSource,
): Readonly<Record<string, string>> {
  return filled(config, headers, () => newUuid(ids));
}

function filled(
  config: BankAccess,
  templates: Readonly<Record<string, string>>,
  uuid: () => string = () => '',
): Record<string, string> {
  const values = new Map<string, unknown>(Object.entries(config));
  return Object.fromEntries(
    Object.entries(templates).flatMap(([name, template]) => {
      const setting = /^\{(\w+)\}$/.exec(template)?.[1];
      const value = setting === undefined ? template : setting === 'uuid' ? uuid() : values.get(setting);
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}

/** A random UUID (version 4) of the ids that are given. */
function newUuid(ids: IdSource): string {
  const hex = createHash('sha256').update(ids.token(32)).digest('hex');
  const variant = ((parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
