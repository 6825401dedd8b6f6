import { isPdfData, isPictureData, isTaxId, normalizeEmail, normalizeZipCode } from '@pitanga/core';
import Ajv, { type ErrorObject, type Options } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifySchemaCompiler, FastifySchemaValidationError } from 'fastify';
import type { TSchema } from 'typebox';
import { urlMax } from '../../fields/fields';
import { isInstant, isInstantOrDay } from '../../fields/instant-or-day';

/** The faults of an address to download a file from, which may be the file itself, by the format of the field. */
const fileUrlFaults: Readonly<Record<string, (text: string) => string | undefined>> = {
  'picture-url': (text) => (isPictureData(text) ? undefined : addressFault(text)),
  'pdf-url': (text) => (isPdfData(text) ? undefined : addressFault(text)),
};

/** `verbose` keeps the refused value beside each error, so that the sentence can name its type. */
const common: Options = { removeAdditional: false, useDefaults: true, verbose: true, strictSchema: false };

/** JSON is typed, so nothing is coerced. */
const bodyAjv = withFormats(new Ajv({ ...common, coerceTypes: false }));

/** A query has only texts, and a single value for an array. */
const queryAjv = withFormats(new Ajv({ ...common, coerceTypes: 'array' }));

function withFormats(ajv: Ajv): Ajv {
  addFormats(ajv);
  ajv.addFormat('tax-id', { type: 'string', validate: isTaxId });
  ajv.addFormat('email', { type: 'string', validate: (text) => normalizeEmail(text) !== undefined });
  ajv.addFormat('cep', { type: 'string', validate: (text) => normalizeZipCode(text) !== undefined });
  ajv.addFormat('http-url', { type: 'string', validate: (text) => urlFault(text) === undefined });
  for (const [name, fault] of Object.entries(fileUrlFaults)) {
    ajv.addFormat(name, { type: 'string', validate: (text) => fault(text) === undefined });
  }
  // The built-in format accepts leap seconds and offsets without minutes, which Date cannot parse.
  ajv.addFormat('date-time', { type: 'string', validate: isInstant });
  ajv.addFormat('instant-or-day', { type: 'string', validate: isInstantOrDay });
  return ajv;
}

/**
 * The fault of a URL that payers are redirected to or that is called. Parsers disagree on ambiguous texts (`https:/a`,
 * `https:\\a`, `https://a@b`), so a browser could open another URL than the one checked here.
 */
function urlFault(text: string): string | undefined {
  const url = URL.parse(text);
  if (/[\p{Cc}\s]/u.test(text)) return 'should not contain spaces or control characters';
  if (text.includes('\\')) return 'should not contain a backslash';
  if (url === null || !/^https?:$/.test(url.protocol)) return 'should be a valid http or https URL';
  const authority = /^https?:\/\/([^/?#]+)/i.exec(text)?.[1];
  if (authority === undefined) return 'should have // and a host after http: or https:';
  return authority.includes('@') ? 'should not contain a user name or password' : undefined;
}

function addressFault(text: string): string | undefined {
  return text.length > urlMax ? `should have at most ${String(urlMax)} characters` : urlFault(text);
}

type Validator = ReturnType<FastifySchemaCompiler<TSchema>>;

/** Each schema is compiled at its first use (see compileOnce); ajv itself compiles none twice. */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const ajv = httpPart === 'body' ? bodyAjv : queryAjv;
  const validator: Validator = (input) => {
    const compiled = ajv.compile(schema);
    const noNumber = httpPart === 'querystring' ? findNoNumber(schema, input as object) : undefined;
    const isValid = noNumber === undefined && compiled(input);
    const errors = noNumber === undefined ? compiled.errors : [noNumber];
    validator.errors = (errors ?? null) as FastifySchemaValidationError[] | null;
    return isValid;
  };
  return validator;
};

interface QueryShape {
  readonly properties?: Readonly<Record<string, { readonly type?: string }>>;
}

/** Ajv makes a number of whatever JavaScript does: `0x5`, `1e2`. A query has decimal digits only. */
function findNoNumber({ properties = {} }: QueryShape, query: object): ErrorObject | undefined {
  for (const [name, value] of Object.entries(query)) {
    const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const isNumber = field?.type === 'integer' || field?.type === 'number';
    if (!isNumber || typeof value !== 'string' || /^-?\d+$/.test(value)) continue;
    const place = { instancePath: `/${name}`, schemaPath: `#/properties/${name}/type` };
    return { ...place, keyword: 'type', params: { type: field.type }, parentSchema: field, data: value };
  }
  return undefined;
}

/** Formats as a person says them. */
const formatNames: Readonly<Record<string, string>> = {
  email: 'an e-mail address',
  date: 'a day YYYY-MM-DD',
  'tax-id': 'a valid CPF or CNPJ',
  cep: 'a CEP of eight digits',
  'date-time': 'an ISO 8601 date and time',
  'instant-or-day': 'an ISO 8601 date and time with its offset, or a day YYYY-MM-DD',
};

/**
 * One sentence about the first fault, with the property. It never contains the value, which may be a card number.
 * @param part the part of the request: `body` or `querystring`
 */
export function describeValidation(errors: readonly ErrorObject[], part: string | undefined): string {
  const error = decisive(errors);
  if (error === undefined) return 'The request is not valid';
  const path = propertyPath(error.instancePath);
  if (error.keyword === 'required') return describeMissing(error, path, part);
  if (path === '' && error.keyword === 'type') return 'The request body should be a JSON object';
  return describeRule(error, path);
}

function describeFormat(format: string, value: string): string {
  const fileUrlFault = fileUrlFaults[format];
  if (fileUrlFault !== undefined) return fileUrlFault(value) ?? 'is not valid';
  return `should be ${formatNames[format] ?? format}`;
}

/** Ajv lists the faults of every branch of a union before the union's own; the deepest is the most specific. */
function decisive(errors: readonly ErrorObject[]): ErrorObject | undefined {
  const union = errors.find(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf');
  if (union === undefined) return errors[0];
  const depth = union.instancePath.length;
  const deeper = errors.find(({ instancePath }) => instancePath.length > depth);
  return deeper ?? union;
}

function describeMissing(error: ErrorObject, path: string, part: string | undefined): string {
  const name = (error.params as { missingProperty: string }).missingProperty;
  const property = path === '' ? name : `${path}.${name}`;
  if (part !== 'querystring') return `Property '${property}' is missing`;
  const { properties } = error.parentSchema as { properties?: Record<string, { type?: string }> };
  return `Expected property '${property}' to be ${properties?.[name]?.type ?? 'string'} but found: undefined`;
}

function describeRule(error: ErrorObject, path: string): string {
  const params = error.params as Record<string, string | number | readonly string[]>;
  const property = `Property '${path}'`;
  const limit = String(params['limit']);
  switch (error.keyword) {
    case 'type':
      if (isFraction(error)) return `${property} should be an integer: amounts are in centavos, R$ 10,50 is 1050`;
      return `Expected property '${path}' to be ${expectedType(params['type'])} but found: ${typeName(error.data)}`;
    case 'format':
      if (params['format'] === 'http-url') return `${property} ${urlFault(String(error.data)) ?? 'is not valid'}`;
      return `${property} ${describeFormat(String(params['format']), String(error.data))}`;
    case 'enum':
    case 'const':
    case 'anyOf':
    case 'oneOf':
      return describeChoice(error, property);
    case 'minimum':
      return `${property} should be at least ${limit}`;
    case 'maximum':
      return `${property} should be at most ${limit}`;
    case 'exclusiveMinimum':
      return `${property} should be more than ${limit}`;
    case 'exclusiveMaximum':
      return `${property} should be less than ${limit}`;
    case 'minLength':
      return limit === '1' ? `${property} should not be empty` : `${property} should have at least ${limit} characters`;
    case 'maxLength':
      return `${property} should have at most ${limit} characters`;
    case 'minItems':
      return `${property} should have at least ${counted(limit, 'element')}`;
    case 'maxItems':
      return `${property} should have at most ${counted(limit, 'element')}`;
    case 'minProperties':
      return `${property} should have at least ${counted(limit, 'key')}`;
    case 'maxProperties':
      return `${property} should have at most ${counted(limit, 'key')}`;
    case 'uniqueItems':
      return `${property} should not repeat an element`;
    case 'multipleOf':
      return `${property} should be a multiple of ${String(params['multipleOf'])}`;
    case 'additionalProperties':
      return `Property '${joined(path, String(params['additionalProperty']))}' is not allowed`;
    case 'pattern':
      return `${property} has an invalid format`;
    default:
      return path === '' ? 'The request is not valid' : `${property} is not valid`;
  }
}

/** A number with decimals for an amount in centavos. */
function isFraction({ params, data, parentSchema }: ErrorObject): boolean {
  const { description } = parentSchema as { readonly description?: string };
  const isInteger = (params as { readonly type: unknown }).type === 'integer';
  return isInteger && typeof data === 'number' && description !== undefined && /\bcentavos\b/i.test(description);
}

/** Lists what is allowed, whether the schema is an enum, a constant or a union of constants. */
function describeChoice(error: ErrorObject, property: string): string {
  const schema = error.parentSchema as {
    enum?: readonly unknown[];
    const?: unknown;
    anyOf?: readonly { const?: unknown }[];
    oneOf?: readonly { const?: unknown }[];
  };
  const branches = (schema.anyOf ?? schema.oneOf ?? []).map((branch) => branch.const);
  const choices = schema.enum ?? (schema.const === undefined ? branches : [schema.const]);
  const known = choices.filter((choice) => choice !== undefined && choice !== null);
  return known.length > 0
    ? `${property} should be one of: ${known.map(String).join(', ')}`
    : `${property} is not valid`;
}

/** `items[0].id` for `/items/0/id`. */
function propertyPath(instancePath: string): string {
  let path = '';
  for (const part of instancePath.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    path = /^\d+$/.test(name) ? `${path}[${name}]` : joined(path, name);
  }
  return path;
}

function joined(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function counted(limit: string, noun: string): string {
  return `${limit} ${noun}${limit === '1' ? '' : 's'}`;
}

function expectedType(type: unknown): string {
  return Array.isArray(type) ? type.join(' or ') : String(type);
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
