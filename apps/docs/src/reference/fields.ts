import type { Words } from '../generated/words';
import { refName, resolved, withoutNull, type OpenApi, type Schema } from './openapi';

/** Where fields are listed. */
export interface FieldPlace {
  readonly document: OpenApi;
  readonly words: Words;
  /** Called with the name of a schema that has its own section; without it, fields of fields are listed where they are. */
  readonly refer?: (name: string) => void;
}

const depthMax = 5;

/** The fields of an object as nested lists of Markdown. */
export function fieldList(place: FieldPlace, schema: Schema, depth = 0): string {
  const { properties = {}, required = [] } = resolved(place.document, schema);
  return Object.entries(properties)
    .map(([name, field]) => fieldItem(place, { name, schema: field, isRequired: required.includes(name) }, depth))
    .join('');
}

export interface Field {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
  readonly description?: string;
}

/** One field: name, type, limits and meaning, then its own fields. */
export function fieldItem(place: FieldPlace, field: Field, depth = 0): string {
  const { words } = place;
  const { name, schema, isRequired } = field;
  const found = withoutNull(schema);
  const whole = { ...resolved(place.document, found.schema), ...describedBy(found.schema) };
  const type = describeType(place, found.schema) + (found.isNullable ? ` ${words.ui.or} ${words.ui.null}` : '');
  const meaning = words.of(field.description ?? whole.description ?? '');
  const facts = [type, ...describeLimits(place, whole)].join(', ');
  const lead = `- \`${name}\` *${facts}*${isRequired ? ` **${words.ui.required}**` : ''}`;
  const indent = '  '.repeat(depth);
  const nested = depth < depthMax ? nestedList(place, found.schema, depth + 1) : '';
  return `${indent}${lead}${meaning === '' ? '' : ` — ${meaning}`}\n${nested}`;
}

/** A description beside a `$ref` or an `anyOf` precedes that of the schema itself. */
function describedBy({ description }: Schema): { readonly description?: string } {
  return description === undefined ? {} : { description };
}

function nestedList(place: FieldPlace, schema: Schema, depth: number): string {
  if (schema.type === 'array' && schema.items) return nestedList(place, withoutNull(schema.items).schema, depth);
  if (schema.$ref !== undefined && place.refer && isOwnSection(place.document, schema)) return '';
  const whole = resolved(place.document, schema);
  if (whole.type === 'array' && whole.items) return nestedList(place, whole.items, depth);
  return fieldList(place, whole, depth);
}

/** What is looked over at once is listed where it stands. */
const fewFields = 2;

/** Objects with fields have a section, except those of a few plain ones. */
function isOwnSection(document: OpenApi, schema: Schema): boolean {
  const { properties, oneOf } = resolved(document, schema);
  if (properties === undefined) return oneOf !== undefined;
  const values = Object.values(properties);
  return values.length > fewFields || values.some((value) => hasFields(document, value));
}

function hasFields(document: OpenApi, schema: Schema): boolean {
  const { properties, oneOf, items } = resolved(document, withoutNull(schema).schema);
  return properties !== undefined || oneOf !== undefined || (items !== undefined && hasFields(document, items));
}

/** What a value is, as `integer`, `list of [Charge](#charge)`. */
export function describeType(place: FieldPlace, schema: Schema): string {
  const { document, words, refer } = place;
  const { ui } = words;
  if (schema.$ref !== undefined) {
    const name = refName(schema.$ref);
    if (refer && isOwnSection(document, schema)) {
      refer(name);
      return `[${name}](#${name.toLowerCase()})`;
    }
    return describeType(place, resolved(document, schema));
  }
  if (schema.anyOf) return [...new Set(schema.anyOf.map((each) => describeType(place, each)))].join(` ${ui.or} `);
  if (schema.type === 'array' || schema.items) {
    return `${ui.listOf} ${describeType(place, withoutNull(schema.items ?? {}).schema)}`;
  }
  if (schema.enum) return `${ui.oneOf} ${schema.enum.map((value) => `\`${String(value)}\``).join(', ')}`;
  const format = ui.formats[schema.format ?? ''];
  if (format !== undefined) return format;
  const types = [schema.type ?? (schema.properties || schema.oneOf ? 'object' : 'string')].flat() as readonly string[];
  return types.map((type) => ui.types[type] ?? type).join(` ${ui.or} `);
}

function describeLimits({ words: { ui } }: FieldPlace, schema: Schema): readonly string[] {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  const range = (from: number | undefined, to: number | undefined): string | undefined => {
    if (from !== undefined && to !== undefined) return ui.range(from, to);
    if (from !== undefined) return ui.atLeast(from);
    return to === undefined ? undefined : ui.atMost(to);
  };
  const numbers = range(minimum, maximum);
  // At least one character is what anybody expects of a text.
  const length = range(minLength === 1 ? undefined : minLength, maxLength);
  const items = range(minItems, maxItems);
  return [
    ...(numbers === undefined ? [] : [numbers]),
    ...(length === undefined ? [] : [ui.characters(length)]),
    ...(items === undefined ? [] : [ui.items(items)]),
  ];
}
