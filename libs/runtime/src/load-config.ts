import { readFileSync } from 'node:fs';
import type { Static, TObject, TSchema } from 'typebox';
import { Value } from 'typebox/value';

/** The keywords of a property's JSON schema that decide how its text is parsed and how an error is worded. */
interface PropertyShape {
  readonly type?: string;
  readonly anyOf?: readonly { readonly const?: string | number }[];
  readonly default?: unknown;
  readonly description?: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** One error lists all problems, so that an operator corrects a deployment once. */
export function configError(problems: readonly string[]): Error {
  const error = new Error(
    `The configuration is not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
  );
  error.name = 'ConfigError';
  return error;
}

export function isConfigError(error: unknown): error is Error {
  return error instanceof Error && error.name === 'ConfigError';
}

/**
 * Reads, coerces, validates and freezes the variables of a schema. `NAME_FILE` is the path of a file that holds the
 * value of `NAME` (mounted secrets). An empty variable is absent: compose files and shells cannot pass anything else.
 * Arrays are comma-separated.
 *
 * @throws ConfigError that lists every problem by variable, without values.
 */
export function loadConfig<S extends TObject>(schema: S, env: Environment): Static<S> {
  const properties: Readonly<Record<string, TSchema>> = schema.properties;
  const required = new Set<string>(schema.required);
  const problems: string[] = [];
  const config: Record<string, unknown> = {};

  for (const [name, property] of Object.entries(properties)) {
    const shape = property as PropertyShape;
    const { text, problem } = readVariable(name, env);
    const value = text === undefined ? shape.default : coerce(shape, text);
    if (problem !== undefined) problems.push(problem);
    else if (value === undefined && required.has(name)) problems.push(`${name} is missing${meaning(shape)}`);
    else if (value === undefined) continue;
    else if (Value.Check(property, value)) config[name] = value;
    else problems.push(`${name} ${ruleBroken(property, shape, value)}${meaning(shape)}`);
  }
  if (problems.length > 0) throw configError(problems);
  return deepFreeze(config) as Static<S>;
}

function readVariable(name: string, env: Environment): { text?: string | undefined; problem?: string } {
  const direct = env[name] === '' ? undefined : env[name];
  const file = env[`${name}_FILE`];
  if (file === undefined || file === '') return { text: direct };
  if (direct !== undefined) return { problem: `${name} and ${name}_FILE are both set; keep one` };
  try {
    const text = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    return text === '' ? { problem: `${name}_FILE names an empty file` } : { text };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    return { problem: `${name}_FILE names a file that cannot be read (${code})` };
  }
}

/** Text that is not exactly a number or a boolean stays text, so that validation rejects it ('1.5' for an integer). */
function coerce(shape: PropertyShape, raw: string): unknown {
  switch (shape.type) {
    case 'integer':
    case 'number':
      return /^-?\d+(\.\d+)?$/.test(raw.trim()) ? Number(raw) : raw;
    case 'boolean': {
      const text = raw.trim().toLowerCase();
      if (text === 'true' || text === '1') return true;
      if (text === 'false' || text === '0') return false;
      return raw;
    }
    case 'array':
      return raw
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== '');
    default:
      return raw;
  }
}

/** The validator's message, which names the rule and not the value. */
function ruleBroken(property: TSchema, shape: PropertyShape, value: unknown): string {
  const choices = shape.anyOf?.flatMap(({ const: choice }) => choice ?? []) ?? [];
  if (choices.length > 0) return `must be one of ${choices.join(', ')}`;
  return Value.Errors(property, value)[0]?.message ?? 'is not valid';
}

function meaning(shape: PropertyShape): string {
  return shape.description === undefined ? '' : `: ${shape.description}`;
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(deepFreeze);
  return Object.freeze(value);
}
