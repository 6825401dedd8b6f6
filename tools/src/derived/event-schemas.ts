import { execFileSync } from 'node:child_process';
import {
  createFileRegistry,
  fromBinary,
  ScalarType,
  type DescField,
  type DescMessage,
  type FileRegistry,
} from '@bufbuild/protobuf';
import { FeatureSet_FieldPresence, FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { rootDir, workspaceBin } from '../workspace';

/** A part of a JSON Schema (draft 7, as AsyncAPI takes it). */
export type Schema = Readonly<Record<string, unknown>>;

/** The protos as they are now, with their comments. */
export function readProtos(): FileRegistry {
  const image = execFileSync(workspaceBin('buf'), ['build', '-o', '-'], { cwd: rootDir, maxBuffer: 64 * 1024 * 1024 });
  return createFileRegistry(fromBinary(FileDescriptorSetSchema, image));
}

/** The comment in front of a message or field, as one paragraph. */
export function readComment(described: DescMessage | DescField): string {
  const file = described.kind === 'field' ? described.parent.file : described.file;
  const path = descriptorPath(described).join();
  const location = file.proto.sourceCodeInfo?.location.find((candidate) => candidate.path.join() === path);
  return (location?.leadingComments ?? '').trim().replace(/\s*\n\s*/g, ' ');
}

/** Field numbers of descriptor.proto: messages of a file, messages and fields of a message. */
const step = { messageOfFile: 4, messageOfMessage: 3, fieldOfMessage: 2 };

/** Where the compiler keeps what it knows of a message or field: the path to it in its file's descriptor. */
function descriptorPath(described: DescMessage | DescField): readonly number[] {
  if (described.kind === 'field') {
    const { parent } = described;
    return [...descriptorPath(parent), step.fieldOfMessage, parent.proto.field.indexOf(described.proto)];
  }
  const { parent, file, proto } = described;
  return parent
    ? [...descriptorPath(parent), step.messageOfMessage, parent.proto.nestedType.indexOf(proto)]
    : [step.messageOfFile, file.proto.messageType.indexOf(proto)];
}

/** Schemas by message name, of these messages and all that they hold: what their proto3 JSON looks like. */
export function buildSchemas(messages: readonly DescMessage[]): Readonly<Record<string, Schema>> {
  const known = new Map<string, DescMessage>();
  const schemas: Record<string, Schema> = {};
  const add = (message: DescMessage): void => {
    const other = known.get(message.name);
    if (other === message || isTimestamp(message)) return;
    if (other) throw new Error(`${message.typeName} and ${other.typeName} would have one name in the document`);
    known.set(message.name, message);
    const owner = messages.includes(message) ? [findOwner(message)] : [];
    const required = [...new Set([...owner, ...alwaysPresent(message)])];
    schemas[message.name] = { ...schemaOfMessage(message), ...(required.length > 0 && { required }) };
    for (const field of message.fields) if (field.message) add(field.message);
  };
  for (const message of messages) add(message);
  return Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function schemaOfMessage(message: DescMessage): Schema {
  const properties = message.fields.map((field) => [
    field.jsonName,
    described(schemaOfField(field), readComment(field)),
  ]);
  return described(
    {
      type: 'object',
      properties: Object.fromEntries(properties) as Schema,
      // Fields are only ever added: a reader skips those it does not know.
      additionalProperties: true,
    },
    readComment(message),
  );
}

/** Records and times that are not optional. Other fields are left out where they have their default. */
function alwaysPresent({ fields }: DescMessage): readonly string[] {
  return fields
    .filter((field) => field.fieldKind === 'message' && !field.proto.proto3Optional && field.oneof === undefined)
    .map(({ jsonName }) => jsonName);
}

/** Every event says whose it is. */
function findOwner({ name, fields }: DescMessage): string {
  const owner = fields.find((field) => ['tenant', 'store_id', 'store'].includes(field.name));
  if (!owner) throw new Error(`${name} does not say whose it is`);
  return owner.jsonName;
}

function schemaOfField(field: DescField): Schema {
  switch (field.fieldKind) {
    case 'message':
      return schemaOfReference(field.message);
    case 'list':
      return { type: 'array', items: field.message ? schemaOfReference(field.message) : schemaOfValue(field) };
    case 'enum':
    case 'scalar':
      return isImplicit(field) ? { ...schemaOfValue(field), ...defaultSchema(field) } : schemaOfValue(field);
    case 'map':
      throw new Error(`${field.parent.typeName}.${field.name}: events have no maps yet`);
  }
}

function schemaOfReference(message: DescMessage): Schema {
  return isTimestamp(message)
    ? { type: 'string', format: 'date-time' }
    : { $ref: `#/components/schemas/${message.name}` };
}

function schemaOfValue({ enum: values, scalar }: DescField): Schema {
  // The first value means "not said" and is never on the wire.
  if (values) return { type: 'string', enum: values.values.slice(1).map(({ name }) => name) };
  switch (scalar) {
    case ScalarType.STRING:
      return { type: 'string' };
    case ScalarType.BOOL:
      return { type: 'boolean' };
    case ScalarType.BYTES:
      return { type: 'string', contentEncoding: 'base64' };
    case ScalarType.INT32:
      return { type: 'integer', format: 'int32' };
    case ScalarType.INT64:
      return { type: 'integer', format: 'int64' };
    default:
      throw new Error(`events have no scalars of type ${String(scalar)} yet`);
  }
}

/** What a field means that was left out, because JSON leaves out what has its default. */
function defaultSchema({ scalar }: DescField): Schema {
  if (scalar === ScalarType.STRING) return { default: '' };
  if (scalar === ScalarType.BOOL) return { default: false };
  return scalar === ScalarType.INT32 || scalar === ScalarType.INT64 ? { default: 0 } : {};
}

function isImplicit(field: DescField): boolean {
  return field.presence === FeatureSet_FieldPresence.IMPLICIT;
}

function isTimestamp({ typeName }: DescMessage): boolean {
  return typeName === 'google.protobuf.Timestamp';
}

/** Draft 7 ignores what stands beside a reference, so that a described one is wrapped. */
function described(schema: Schema, description: string): Schema {
  if (description === '') return schema;
  return '$ref' in schema ? { allOf: [schema], description } : { ...schema, description };
}
