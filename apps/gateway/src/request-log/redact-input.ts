import { idPrefixes } from '@pitanga/core';

/** Of the JSON of a query or a body, in bytes. */
const bytesMax = 2_048;
const depthMax = 6;
const itemsMax = 5;

/** Numbers that tell nothing of a person. Other numbers are masked: a card's month, a code, a part of a tax id. */
const plainNumbers: ReadonlySet<string> = new Set([
  'amount',
  'discount',
  'expiresIn',
  'installmentCount',
  'limit',
  'maxInstallments',
  'maxRedeems',
  'price',
  'quantity',
  'status',
  'trialDays',
  'units',
]);

const days: ReadonlySet<string> = new Set(['startDate', 'endDate', 'dueDate']);

/** Fields whose value may be an id of ours: it is shown when it has the shape of one. */
const idName = /^(id|after|before|lastEventId)$|(?<!external|tax)Id$/;
const ourId = new RegExp(`^(${Object.values(idPrefixes).join('|')})_[0-9A-Za-z]{24}$`);

/** What is read of a JSON schema. */
interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

const masked = '***';

/**
 * The JSON of a query or a body with the names of the fields that its schema knows and the values of an allow-list:
 * booleans, closed lists, plain amounts and counts, days of a list, ids of ours. Every other value is `***`, and names
 * that the schema does not know, as those of metadata, are only counted: a name may be an e-mail. Undefined for nothing.
 */
export function redactInput(input: unknown, jsonSchema: object = {}): string | undefined {
  const schema: Schema = jsonSchema;
  if (typeof input !== 'object' || input === null || Object.keys(input).length === 0) return undefined;
  const json = JSON.stringify(redact(input, schema, '', 0));
  if (Buffer.byteLength(json) <= bytesMax) return json;
  const names = knownFields(schema);
  const top = Object.keys(input).filter((name) => names.has(name));
  const short = JSON.stringify(Object.fromEntries(top.map((name) => [name, masked])));
  return Buffer.byteLength(short) <= bytesMax ? short : '{}';
}

function redact(value: unknown, schema: Schema, name: string, depth: number): unknown {
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value !== 'object') return isPlain(value, schema, name) ? value : masked;
  if (depth >= depthMax) return masked;
  if (Array.isArray(value)) {
    const shown = value.slice(0, itemsMax).map((item) => redact(item, schema.items ?? {}, name, depth + 1));
    return value.length > itemsMax ? [...shown, `${String(value.length - itemsMax)} more`] : shown;
  }
  return redactFields(value, schema, depth);
}

function redactFields(value: object, schema: Schema, depth: number): object {
  const known = knownFields(schema);
  const shown: Record<string, unknown> = {};
  let unknown = 0;
  for (const [name, field] of Object.entries(value)) {
    const fieldSchema = known.get(name);
    if (fieldSchema === undefined) unknown += 1;
    else shown[name] = redact(field, fieldSchema, name, depth + 1);
  }
  return unknown === 0 ? shown : { ...shown, '***': unknown };
}

/** Schemas are those of routes: made once. */
const fieldsBySchema = new WeakMap<Schema, ReadonlyMap<string, Schema>>();

/** The fields of a schema and of the alternatives it is made of. */
function knownFields(schema: Schema): ReadonlyMap<string, Schema> {
  const known = fieldsBySchema.get(schema);
  if (known) return known;
  const { properties = {}, anyOf = [], oneOf = [], allOf = [] } = schema;
  const inherited = [...anyOf, ...oneOf, ...allOf].flatMap((part) => [...knownFields(part)]);
  const fields = new Map([...inherited, ...Object.entries(properties)]);
  fieldsBySchema.set(schema, fields);
  return fields;
}

function isPlain(value: unknown, schema: Schema, name: string): boolean {
  const closed = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (closed?.includes(value) === true) return true;
  if (typeof value === 'number') return plainNumbers.has(name) && Number.isSafeInteger(value);
  if (typeof value !== 'string') return false;
  if (days.has(name)) return /^\d{4}-\d{2}-\d{2}$/.test(value);
  return idName.test(name) && ourId.test(value);
}
