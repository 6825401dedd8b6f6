/**
 * Names whose values are never logged, compared without case, `_` and `-`. They match as prefixes: cardNumber,
 * card_token and cookies; `apikey` matches apiKey, api_key and the stem of x-api-key.
 */
const secretNames =
  /^(x?apikey|authorization|proxyauthorization|cookie|setcookie|card|cvv|cvc|pan$|taxid|cpf|cnpj|secret|password|passwd|idempotencykey|token$|accesstoken|refreshtoken|publickey$|privatekey|datakey|signature|databaseurl|redisurl|dsn$|pixkey|pagekey|settingsjson)|(secret|password|passphrase|apikey|accesskey|privatekey|tlskey|taxid)$/;

/** Fields of database errors that contain row values, for example `Key (tax_id)=(…) already exists.` */
const rowValues = new Set(['detail', 'where', 'parameters', 'bindings', 'internalQuery']);

const censored = '[redacted]';
const depthMax = 6;
const itemsMax = 100;

function isSecret(name: string): boolean {
  return secretNames.test(name.replace(/[_-]/g, '').toLowerCase());
}

/**
 * A copy of `value` without secrets, bounded in depth and width. An instance of a class is kept directly under a field,
 * where a serializer may expect it (fastify's `req`); deeper, only its class name is kept.
 */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (value instanceof Error) return redactError(value, depth);
  if (ArrayBuffer.isView(value)) return `[${String(value.byteLength)} bytes]`;
  if (depth >= depthMax) return '[deep]';
  if (Array.isArray(value)) return value.slice(0, itemsMax).map((item) => redact(item, depth + 1));
  if (!isPlain(value)) return depth === 1 ? value : `[${value.constructor.name}]`;
  const copy: Record<string, unknown> = {};
  for (const [name, item] of Object.entries(value)) {
    copy[name] = isSecret(name) && item !== undefined && item !== null ? censored : redact(item, depth + 1);
  }
  return copy;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Removes runs of 11 to 19 digits, tax ids or card numbers, which drivers quote in messages and stacks. */
function scrub(text: string): string {
  return text.replace(/\b\d{11,19}\b/g, '[digits]');
}

function redactError(error: Error, depth: number): Record<string, unknown> {
  const copy: Record<string, unknown> = { type: error.name, message: scrub(error.message) };
  if (error.stack !== undefined) copy['stack'] = scrub(error.stack);
  if (depth >= depthMax) return copy;
  if (error.cause !== undefined) copy['cause'] = redact(error.cause, depth + 1);
  if (error instanceof AggregateError) copy['errors'] = redact(error.errors, depth + 1);
  for (const [name, item] of Object.entries(error)) {
    if (name in copy || name === 'name' || rowValues.has(name)) continue;
    copy[name] = isSecret(name) ? censored : redact(item, depth + 1);
  }
  return copy;
}
