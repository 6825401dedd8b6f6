import type { Pitanga, WarningHandler } from '@pitanga-pay/sdk';
import type { Input } from './input';
import type { Operation } from '@pitanga/assistant';

interface CallOptions {
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  readonly onWarning?: WarningHandler;
}

/** A page when it is awaited, every record of every page when it is iterated. */
export interface Pages extends AsyncIterable<unknown> {
  then: Promise<{
    data: readonly unknown[];
    pagination: { readonly next: string | null; readonly hasMore: boolean };
  }>['then'];
}

/** The operation's answer, by the SDK's method of the same words. */
export function call(
  pitanga: Pitanga,
  operation: Operation,
  input: Input,
  options: CallOptions = {},
): Promise<unknown> {
  return method(pitanga, operation)(...buildArguments(operation, input, options)) as Promise<unknown>;
}

export function callPaged(pitanga: Pitanga, operation: Operation, input: Input, options: CallOptions = {}): Pages {
  return method(pitanga, operation)(...buildArguments(operation, input, options)) as Pages;
}

/** An advance of the clock answers when all that is due has happened: after at most ten minutes. */
export const clockPatienceMs = 620_000;

type Method = (...input: unknown[]) => unknown;

function method(pitanga: Pitanga, { words }: Operation): Method {
  const path = words.map((word) => word.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()));
  const group = path.slice(0, -1).reduce<object>((node, name) => (node as Record<string, object>)[name] ?? {}, pitanga);
  const name = path.at(-1) ?? '';
  const found = (group as Record<string, Method | undefined>)[name];
  if (found === undefined) throw new Error(`The SDK has no ${path.join('.')}`);
  return (...input) => found.call(group, ...input);
}

/** A method of an operation without fields takes the options first. */
function buildArguments({ words, fields, paged }: Operation, input: Input, given: CallOptions): unknown[] {
  const options = words[0] === 'test-clock' ? { ...given, timeoutMs: clockPatienceMs } : given;
  return fields.length === 0 && !paged ? [options] : [input, options];
}
