import { normalizeEmail, normalizePhone, normalizePixKey, normalizeTaxId, normalizeZipCode } from '@pitanga/core';
import type { FastifyRequest } from 'fastify';
import { cleanInput } from '../src/http/edge/input/clean-input';
import { wholeApi, type WholeApi } from './whole-api';

interface Shape {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
}

interface Field {
  readonly place: 'body' | 'query';
  readonly path: readonly string[];
  readonly format: string | undefined;
}

/** Each kind of identifier: which names or formats its fields have, a text as people paste it, and its normal form. */
const kinds = [
  { is: /tax-?id/i, pasted: '\u202a123\u00a0456.789\u201109\u202c', read: normalizeTaxId, typed: '12345678909' },
  { is: /e-?mail/i, pasted: 'ana\u2011lu@exam\u200bple.com\u00a0', read: normalizeEmail, typed: 'ana-lu@example.com' },
  { is: /cellphone|phone/i, pasted: '\ufeff(11)\u00a098765–4321', read: normalizePhone, typed: '+5511987654321' },
  { is: /zip-?code|cep/i, pasted: '01310\u2013100\u200e', read: normalizeZipCode, typed: '01310100' },
  {
    is: /^(pixKey|key)$/,
    pasted: '123E4567–e12b–12d1–a456–426655440000\r\n\u200b',
    read: (text: string) => normalizePixKey('RANDOM', text),
    typed: '123e4567-e12b-12d1-a456-426655440000',
  },
];

/** Texts that stay to the last character: both sides sign, hash or type them again. */
const verbatim = ['secret', 'password', 'currentPassword', 'newPassword', 'passphrase'];

function textFields(shape: Shape, place: Field['place'], path: readonly string[] = []): readonly Field[] {
  const isText = [shape.type].flat().includes('string') && shape.enum === undefined && shape.const === undefined;
  const inside = Object.entries(shape.properties ?? {}).flatMap(([name, field]) =>
    name === 'metadata' ? [] : textFields(field, place, [...path, name]),
  );
  const others = [...(shape.anyOf ?? [])].flatMap((one) => textFields(one, place, path));
  return [...(isText && path.length > 0 ? [{ place, path, format: shape.format }] : []), ...inside, ...others];
}

/** The text of a field as the routes get it. */
function cleaned({ place, path }: Field, text: string): unknown {
  const whole = path.reduceRight<unknown>((value, name) => ({ [name]: value }), text);
  const request = { method: 'POST', query: {}, routeOptions: { config: {} }, [place]: whole };
  let failure: Error | undefined;
  cleanInput(request as unknown as FastifyRequest, undefined, (error) => (failure = error));
  if (failure) throw failure;
  return path.reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], request[place]);
}

describe('a text of a request', () => {
  let api: WholeApi;
  let fields: readonly Field[];
  beforeAll(async () => {
    api = await wholeApi();
    fields = api.routes.flatMap(({ schema }) => [
      ...textFields((schema?.body ?? {}) as Shape, 'body'),
      ...textFields((schema?.querystring ?? {}) as Shape, 'query'),
    ]);
  });
  afterAll(() => api.app.close());

  const kindOf = ({ path, format = '' }: Field) =>
    kinds.find(({ is }) => is.test(path.at(-1) ?? '') || is.test(format));
  const isVerbatim = ({ path }: Field) => verbatim.includes(path.at(-1) ?? '');

  it('that is an identifier is read as typed, however it was pasted', () => {
    const identifiers = fields.flatMap((field) => {
      const kind = kindOf(field);
      return kind === undefined ? [] : [{ field, kind }];
    });
    expect(new Set(identifiers.map(({ kind }) => kind))).toEqual(new Set(kinds));
    const misread = identifiers.filter(
      ({ field, kind }) => kind.read(String(cleaned(field, kind.pasted))) !== kind.typed,
    );
    expect(misread.map(({ field }) => field.path.join('.'))).toEqual([]);
    // What the services keep and look up has nothing hidden in it, even where they do not normalise it.
    const kept = identifiers.filter(({ field }) => !/^(pixKey|key)$/.test(field.path.at(-1) ?? ''));
    const dirty = kept.filter(({ field, kind }) => /[^\x20-\x7e]/.test(String(cleaned(field, kind.pasted))));
    expect(dirty.map(({ field }) => field.path.join('.'))).toEqual([]);
  });

  it('keeps neither direction marks nor zero-width spaces, and is empty when nothing of it can be seen', () => {
    const others = fields.filter((field) => kindOf(field) === undefined && !isVerbatim(field));
    expect(others.length).toBeGreaterThan(100);
    const marked = others.filter((field) => cleaned(field, 'São\u202egnp.exe\u200b') !== 'Sãognp.exe');
    expect(marked.map(({ path }) => path.join('.'))).toEqual([]);
    const unseen = others.filter((field) => (cleaned(field, '\u200b\u3164\u2066') ?? '') !== '');
    expect(unseen.map(({ path }) => path.join('.'))).toEqual([]);
  });

  it('that is a secret keeps every character', () => {
    const secrets = fields.filter((field) => isVerbatim(field) && field.place === 'body');
    expect(secrets.map((field) => cleaned(field, 'a\u200bé'))).toEqual(secrets.map(() => 'a\u200bé'));
  });
});
