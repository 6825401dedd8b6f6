import { readFileSync } from 'node:fs';
import { wrongUse } from '../failure';
import type { Field, Operation } from '@pitanga/assistant';

export type Input = Record<string, unknown>;

/** What the commander of an operation has read: each field's text by its name, and the argument. */
export interface Given {
  readonly argument?: string | undefined;
  readonly options: Readonly<Record<string, unknown>>;
  /** `--data`: JSON, `@file` or `-`. */
  readonly data?: string | undefined;
}

/**
 * The input of an operation: what `--data` has, then the single options over it.
 * @param standardInput read when `--data -` asks for it
 * @throws 2 when a text is not of its field's type, `--data` is not a JSON object, or a required field is missing
 */
export async function readInput(
  operation: Operation,
  given: Given,
  standardInput: () => Promise<string>,
): Promise<Input> {
  const input = given.data === undefined ? {} : parsedData(await dataText(given.data, standardInput));
  for (const field of operation.fields) {
    const text = field.name === operation.argument ? given.argument : given.options[field.name];
    if (text !== undefined) set(input, field.name.split('.'), parseValue(field, text));
  }
  const missing = operation.fields.find(
    ({ name, required }) => required === true && get(input, name.split('.')) === undefined,
  );
  if (missing !== undefined) throw wrongUse(missingSentence(operation, missing), 'See --help for every field.');
  return input;
}

function missingSentence(operation: Operation, { name }: Field): string {
  return name === operation.argument ? `The ${name} is missing.` : `--${name} is missing.`;
}

async function dataText(data: string, standardInput: () => Promise<string>): Promise<string> {
  if (data === '-') return await standardInput();
  if (!data.startsWith('@')) return data;
  const path = data.slice(1);
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw wrongUse(`The file ${path} of --data cannot be read.`);
  }
}

function parsedData(text: string): Input {
  const value = parsedJson(text);
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw wrongUse(
      '--data is not a JSON object.',
      `It looks like --data '{"name": "Ana"}', --data @body.json or --data -`,
    );
  return value as Input;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function parseValue({ name, type }: Field, text: unknown): unknown {
  if (typeof text !== 'string') return text;
  if (type === 'integer' || type === 'number') return parseNumber(name, text, type === 'integer');
  if (type === 'boolean') return parseBoolean(name, text);
  if (type === 'list') return text.split(',').map((one) => one.trim());
  if (type === 'string') return text;
  const value = parsedJson(text);
  if (value === undefined) throw wrongUse(`--${name} takes JSON.`, `It looks like --${name} '{"key": "value"}'`);
  return value;
}

function parseNumber(name: string, text: string, whole: boolean): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || (whole && !Number.isInteger(value)))
    throw wrongUse(`--${name} takes a ${whole ? 'whole ' : ''}number, not ${text}.`, moneyHint(text));
  return value;
}

/** Amounts are where a number goes wrong most often. */
function moneyHint(text: string): string | undefined {
  return /^\d+[.,]\d{2}$/.test(text) ? `Amounts are in centavos: ${text.replace(/[.,]/, '')}` : undefined;
}

function parseBoolean(name: string, text: string): boolean {
  if (text === 'true') return true;
  if (text === 'false') return false;
  throw wrongUse(`--${name} takes true or false, not ${text}.`);
}

function set(input: Input, path: readonly string[], value: unknown): void {
  const [first = '', ...rest] = path;
  if (rest.length === 0) {
    input[first] = value;
    return;
  }
  const inner = input[first];
  const object = inner !== null && typeof inner === 'object' && !Array.isArray(inner) ? (inner as Input) : {};
  input[first] = object;
  set(object, rest, value);
}

function get(input: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (value !== null && typeof value === 'object' ? (value as Input)[key] : undefined),
    input,
  );
}
