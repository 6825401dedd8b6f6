import { isUtf8 } from 'node:buffer';
import { hasLongNumber, invalidArgument, parseExactly, type AppError } from '@pitanga/core';
import type { Api } from '../api';

/** Accepts JSON bodies only. An empty body is `{}` for any content type; any other body is a 415. */
export function addBodyParsers(app: Api): void {
  // 'error' refuses a `__proto__` key.
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    // Decoding it would alter the text.
    if (!isUtf8(body)) {
      done(invalidArgument('The request body is not valid UTF-8', 'MALFORMED_UTF8'));
      return;
    }
    const text = body.toString();
    if (isBlank(text)) done(null, {});
    else {
      void parseJson(request, text, (error, value) => {
        if (error === null) done(null, withExactMetadata(value, text));
        else done(parseRefusal(text));
      });
    }
  });
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
    if (isBlank(body as string)) done(null, {});
    else done(unsupported());
  });
}

function isBlank(body: string): boolean {
  return body.length === 0 || body.trim() === '';
}

type Fields = Record<string, unknown>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

/** The body, its `data` and their `customer` may have metadata. */
const metadataDepth = 3;

/** Keeps the exact numbers of metadata, which is never altered (docs/behaviour/http.md#metadata). */
function withExactMetadata(body: unknown, text: string): unknown {
  if (!hasLongNumber(text)) return body;
  try {
    replaceMetadata(body, parseExactly(text), metadataDepth);
  } catch (error) {
    // Too deeply nested to parse twice; refused later for its depth.
    if (!(error instanceof RangeError)) throw error;
  }
  return body;
}

function replaceMetadata(body: unknown, exact: unknown, depth: number): void {
  if (depth === 0 || !isFields(body) || !isFields(exact)) return;
  for (const [key, value] of Object.entries(body)) {
    if (key === 'metadata' && isFields(value)) body[key] = exact[key];
    else replaceMetadata(value, exact[key], depth - 1);
  }
}

/** Why a text was refused: it is not JSON, or has a key that would pollute prototypes. */
function parseRefusal(text: string): AppError {
  let left: unknown[];
  try {
    left = [JSON.parse(text)];
  } catch {
    return malformed();
  }
  for (const value of left) {
    if (!isFields(value)) continue;
    if (Object.hasOwn(value, '__proto__')) return notAllowed('__proto__');
    const made = Object.hasOwn(value, 'constructor') ? value['constructor'] : undefined;
    if (isFields(made) && Object.hasOwn(made, 'prototype')) return notAllowed('constructor.prototype');
    for (const item of Object.values(value)) left.push(item);
  }
  return malformed();
}

function notAllowed(property: string): AppError {
  return invalidArgument(`Property '${property}' is not allowed`);
}

function malformed(): AppError {
  return invalidArgument('The request body is not valid JSON', 'MALFORMED_JSON');
}

function unsupported(): Error {
  return Object.assign(new Error('unsupported content type'), {
    code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE',
    statusCode: 415,
  });
}
