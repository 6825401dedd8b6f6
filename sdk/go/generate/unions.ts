// A schema that is one of several objects is one struct in Go: with the fields of all of them.
import { refName, type Schema } from '../../operations/document';

export interface Union {
  /** The fields of all: required where each has and requires it. */
  readonly merged: Schema;
  /** Fields that are of another shape in each, by their name: the shape by the value of the discriminator. */
  readonly varying: Readonly<Record<string, readonly Variant[]>>;
}

interface Variant {
  /** The discriminator's value, such as `payout.failed`. */
  readonly value: string;
  /** The name of the schema that has the field. */
  readonly owner: string;
  readonly schema: Schema;
}

type Resolve = (name: string) => Schema;

/** The objects of a union merged; undefined where it is none of objects alone. */
export function mergeUnion(schema: Schema, resolve: Resolve): Union | undefined {
  const members = (schema.anyOf ?? schema.oneOf ?? []).map((member) => ({
    owner: refName(member) ?? '',
    schema: member.$ref === undefined ? member : resolve(refName(member) ?? ''),
  }));
  if (members.length < 2 || members.some((member) => member.schema.properties === undefined)) return undefined;
  const names = [...new Set(members.flatMap((member) => Object.keys(member.schema.properties ?? {})))];
  const discriminator = schema.discriminator?.propertyName;
  const varying: Record<string, readonly Variant[]> = {};
  const properties: Record<string, Schema> = {};
  for (const name of names) {
    const having = members.filter((member) => member.schema.properties?.[name] !== undefined);
    const shapes = having.map((member) => member.schema.properties?.[name] ?? {});
    const common = commonShape(shapes);
    if (common === undefined && discriminator === undefined)
      throw new Error(`${name} is of several shapes, and nothing says of which`);
    if (common === undefined)
      varying[name] = having.map(({ owner, schema: { properties: own } }) => ({
        value: String(own?.[discriminator ?? '']?.enum?.[0]),
        owner,
        schema: own?.[name] ?? {},
      }));
    properties[name] = common ?? {};
  }
  const required = names.filter((name) => members.every((member) => member.schema.required?.includes(name)));
  return { merged: { type: 'object', properties, required }, varying };
}

/** The schema of a field that all have alike, null where one may be null; text of any values where each has its own. */
function commonShape(shapes: readonly Schema[]): Schema | undefined {
  const [first = {}] = shapes;
  const readTypes = ({ type }: Schema): readonly string[] => (type === undefined ? [] : [type].flat());
  const buildKey = ({ description: _description, enum: values, ...shape }: Schema): string => {
    const type = readTypes(shape).filter((each) => each !== 'null');
    return JSON.stringify({ ...shape, type, values: type[0] === 'string' ? undefined : values });
  };
  if (!shapes.every((shape) => buildKey(shape) === buildKey(first))) return undefined;
  if (readTypes(first).length === 0) return first;
  const types = [...new Set(shapes.flatMap(readTypes))];
  return { ...first, type: types };
}
