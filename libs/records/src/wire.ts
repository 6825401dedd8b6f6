import { required, UnreadableMessageError } from '@pitanga/contracts';
import { parseExactly } from '@pitanga/core';

type EnumName<P extends string, V extends string> = V extends `${P}_${infer Name}`
  ? Exclude<Name, 'UNSPECIFIED'>
  : never;

/** One JSON object: caller data that passes through unread. */
export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * `PAID` for `CHARGE_STATUS_PAID`. The unspecified value and another enum's value are bugs of the
 * sending service, so they throw instead of reaching a merchant.
 */
export function enumName<P extends string, V extends string>(prefix: P, value: V): EnumName<P, V> {
  const name = value.slice(prefix.length + 1);
  if (!value.startsWith(`${prefix}_`) || name === 'UNSPECIFIED') {
    throw new UnreadableMessageError(`unknown ${prefix}: ${value}`);
  }
  return name as EnumName<P, V>;
}

/** Absent is always null in a record. */
export function orNull<T>(value: T | undefined): T | null {
  return value ?? null;
}

/**
 * ISO 8601 UTC with milliseconds (docs/behaviour/http.md#timestamps); every message carries its creation and update
 * instants.
 */
export function instant(value: Date | undefined, name: string): string {
  return required(value, name).toISOString();
}

export function instantOrNull(value: Date | undefined): string | null {
  return value?.toISOString() ?? null;
}

/** The caller's metadata as it was given, to the last digit; an absent one is the empty object. */
export function parseMetadata(json: string): JsonObject {
  return json === '' ? {} : (parseExactly(json) as JsonObject);
}
