import { invalidArgument, isVisible, pastedText, withoutHidden } from '@pitanga/core';
import type { FastifyContextConfig, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Where a null of the body clears its field: true for every field at the top level, or the paths of those that can
     * be cleared (`branding.color`). Elsewhere null counts as absent.
     */
    readonly nullClears?: true | readonly string[];
    /**
     * Paths of the optional fields whose absence means everything or no limit. Their null stays, so that the schema
     * refuses it: a client sends one for a number that it failed to compute.
     */
    readonly nullRefused?: readonly string[];
  }
}

/** Bounds the recursion over a body. */
const depthMax = 32;

const controlCharacter = /\p{Cc}/u;
const beyondAscii = /[^\x20-\x7e]/;

/** Texts in which tab and newline are content. */
const multilineNames: ReadonlySet<string> = new Set(['description', 'notes', 'certificate', 'privateKey', 'ca']);

/** Identifiers that people paste: one form of their characters is checked, looked up and kept. */
const pastedNames: ReadonlySet<string> = new Set(['taxId', 'cellphone', 'email', 'supportEmail', 'zipCode']);

/** Keys and Pix codes, which only `normalizePixKey` may read: a check value is of their characters as they stand. */
const copiedNames: ReadonlySet<string> = new Set(['key', 'pixKey']);

/** Texts in which every character counts. */
const verbatimNames: ReadonlySet<string> = new Set(['password', 'currentPassword', 'newPassword', 'passphrase']);

/**
 * `preValidation` hook, the only place that alters input (docs/behaviour/http.md#clean-text): removes `null` except
 * where it clears or is refused, trims and NFC-normalises texts, takes hidden characters out of them, refuses control
 * characters, and sets an empty body on a POST without one. `metadata` stays unchanged.
 */
export function cleanInput(request: FastifyRequest, _reply: unknown, done: (error?: Error) => void): void {
  try {
    cleanQuery(request.query as Record<string, unknown>);
    if (request.method !== 'GET') {
      if (request.body === undefined || request.body === null) request.body = {};
      else cleanValue(request.body, '', 0, keptNulls(request.routeOptions.config));
    }
  } catch (error) {
    done(error as Error);
    return;
  }
  done();
}

/** Clients send `?after=` for no value. */
function cleanQuery(query: Record<string, unknown>): void {
  for (const name in query) {
    const value = cleanValue(query[name], name, 0);
    if (value === '') Reflect.deleteProperty(query, name);
    else query[name] = value;
  }
}

type KeptNulls = (path: string, key: string) => boolean;

const keepsNone: KeptNulls = () => false;

function keptNulls({ nullClears = [], nullRefused = [] }: FastifyContextConfig): KeptNulls {
  if (nullClears === true) return (path) => path === '';
  const kept = [...nullClears, ...nullRefused];
  return kept.length === 0 ? keepsNone : (path, key) => kept.includes(joined(path, key));
}

/** @param path of the value, for an error; extended only for objects and arrays */
function cleanValue(value: unknown, path: string, depth: number, keepsNull = keepsNone): unknown {
  if (typeof value === 'string') return cleanText(value, '', path);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= depthMax) throw tooDeep();
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      value[index] = cleanValue(item, `${path}[${String(index)}]`, depth + 1, keepsNull);
    return value;
  }
  const fields = value as Record<string, unknown>;
  for (const key in fields) {
    const field = fields[key];
    if (field === null) {
      if (!keepsNull(path, key)) Reflect.deleteProperty(fields, key);
    } else if (key === 'metadata') measure(field, depth + 1);
    else if (typeof field === 'string') fields[key] = verbatimNames.has(key) ? field : cleanText(field, key, path);
    else if (typeof field === 'object') cleanValue(field, joined(path, key), depth + 1, keepsNull);
  }
  return value;
}

/**
 * A text without a visible character is empty.
 * @param path of the object with the text under `name`; without a name, of the text itself
 */
function cleanText(text: string, name: string, path: string): string {
  const trimmed = text.trim();
  // Printable ASCII, the common case, is in normal form and has no control characters.
  if (!beyondAscii.test(trimmed)) return trimmed;
  const field = name === '' ? path : name;
  const normal = normalText(trimmed, field);
  const checked = multilineNames.has(field) || copiedNames.has(field) ? normal.replace(/[\t\r\n]/g, '') : normal;
  if (controlCharacter.test(checked) || !checked.isWellFormed()) {
    throw invalidArgument(`Property '${joined(path, name)}' should not contain control characters`);
  }
  return isVisible(normal) ? normal : '';
}

function normalText(text: string, name: string): string {
  if (copiedNames.has(name)) return text;
  if (pastedNames.has(name)) return pastedText(text).normalize('NFC');
  const normal = (multilineNames.has(name) ? text.replaceAll('\r\n', '\n') : text).normalize('NFC');
  // Both sides sign with a secret as it was given.
  return name === 'secret' ? normal : withoutHidden(normal).trim();
}

function joined(path: string, name: string): string {
  return path === '' || name === '' ? path + name : `${path}.${name}`;
}

function measure(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth >= depthMax) throw tooDeep();
  for (const item of Object.values(value)) measure(item, depth + 1);
}

function tooDeep(): Error {
  return invalidArgument(`The request body should be nested at most ${String(depthMax)} levels deep`);
}
