import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';

export type Schema = Readonly<Record<string, unknown>>;

/** The schemas of custom resources as their definitions have them, by `<apiVersion> <kind>`. */
export type Schemas = Readonly<Record<string, Schema>>;

/** Any object of a manifest. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

/** The part of a CustomResourceDefinition that is needed here. */
export interface Definition {
  readonly spec: {
    readonly group: string;
    readonly names: { readonly kind: string };
    readonly versions: readonly { readonly name: string; readonly schema: { readonly openAPIV3Schema: Schema } }[];
  };
}

export function kindText({ apiVersion, kind }: Manifest): string {
  return `${apiVersion} ${kind}`;
}

export function toSchemas(definitions: readonly Definition[]): Schemas {
  return Object.fromEntries(
    definitions.flatMap(({ spec: { group, names, versions } }) =>
      versions.map(({ name, schema }) => [`${group}/${name} ${names.kind}`, schema.openAPIV3Schema]),
    ),
  );
}

/**
 * Says what is wrong with a custom resource: nothing when it is as its definition says, without a field that the API
 * server would drop. Rules in CEL (x-kubernetes-validations) are not run.
 * @throws when there is no schema of its kind
 */
export function customResourceCheck(schemas: Schemas): (manifest: Manifest) => readonly string[] {
  // A format that Ajv does not know says nothing, as for the API server.
  const ajv = addFormats(new Ajv({ strict: false, allErrors: true, logger: false, code: { regExp: goPattern } }), [
    'int32',
    'int64',
    'date-time',
    'byte',
  ]);
  const compiled = new Map<string, ValidateFunction>();
  return (manifest) => {
    const kind = kindText(manifest);
    const schema = schemas[kind];
    if (schema === undefined) throw new Error(`there is no schema of ${kind}`);
    const validate = compiled.get(kind) ?? ajv.compile(strictObject(schema));
    compiled.set(kind, validate);
    validate(manifest);
    return (validate.errors ?? []).map((error) => `${manifest.kind} ${manifest.metadata.name}: ${sentence(error)}`);
  };
}

/** Definitions have patterns of Go, which begin with (?i) where case does not matter. */
const goPattern = Object.assign(
  (pattern: string) => new RegExp(pattern.replace('(?i)', ''), pattern.includes('(?i)') ? 'i' : ''),
  { code: 'new RegExp' },
);

function sentence({ instancePath, message = '', params }: ErrorObject): string {
  const { additionalProperty, allowedValues } = params as { additionalProperty?: string; allowedValues?: unknown[] };
  if (additionalProperty !== undefined) return `${instancePath}/${additionalProperty} is no field`;
  return `${instancePath} ${message}${allowedValues === undefined ? '' : `: ${allowedValues.join(', ')}`}`;
}

/** Definitions say of the metadata that it is an object; the API server knows its fields. */
function strictObject(schema: Schema): Schema {
  const text = { type: 'string' };
  const texts = { type: 'object', additionalProperties: text };
  const metadata = {
    type: 'object',
    required: ['name'],
    properties: { name: text, namespace: text, labels: texts, annotations: texts },
    additionalProperties: false,
  };
  return strict({ ...schema, properties: { ...children(schema['properties']), metadata } });
}

/**
 * The same with no field but the named ones, where the API server keeps no other. Junctors (allOf and the like) stay:
 * they name no fields, they only say more about them.
 */
function strict(schema: Schema): Schema {
  const { properties, items, additionalProperties, type } = schema;
  const isMap = additionalProperties !== undefined;
  const keepsOthers = schema['x-kubernetes-preserve-unknown-fields'] === true;
  return {
    ...schema,
    ...(schema['x-kubernetes-int-or-string'] === true ? { type: ['integer', 'string'] } : {}),
    ...(properties === undefined ? {} : { properties: mapped(children(properties)) }),
    ...(isSchema(items) ? { items: strict(items) } : {}),
    ...(isSchema(additionalProperties) ? { additionalProperties: strict(additionalProperties) } : {}),
    ...(type === 'object' && !isMap && !keepsOthers ? { additionalProperties: false } : {}),
  };
}

function mapped(properties: Readonly<Record<string, Schema>>): Readonly<Record<string, Schema>> {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, strict(schema)]));
}

function children(properties: unknown): Readonly<Record<string, Schema>> {
  return isSchema(properties) ? (properties as Readonly<Record<string, Schema>>) : {};
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null;
}
