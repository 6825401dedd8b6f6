// Writes a struct for every object of the document that an operation has, and a type for every other schema with a name.
import { refName, type Schema } from '../../operations/document';
import { pascalCase } from '../../operations/operations';
import { constantName, goName } from './names';
import { comment, rows, type Row } from './text';
import { mergeUnion, type Union } from './unions';

/** Written by hand, beside what is generated. */
const ownNames = ['Error', 'Optional', 'Page', 'Client', 'Answer'];

/** Collects declarations. An object that is written in place is called after where it is. */
export class TypeWriter {
  private readonly sources = new Map<string, string>(ownNames.map((name) => [name, '']));
  private readonly constants = new Set<string>();
  /** The types of fields that vary: an event of a webhook and one of a list have the same. */
  private readonly varying = new Map<string, string>();

  constructor(private readonly schemas: Readonly<Record<string, Schema>>) {}

  /** Declares a schema under a name; a name that is there is another schema's. */
  declare(name: string, schema: Schema): string {
    const goType = goName(name);
    if (this.sources.has(goType)) throw new Error(`two types are called ${goType}`);
    this.sources.set(goType, '');
    const union = mergeUnion(schema, (of) => this.resolve(of));
    const source = union ? this.union(goType, schema, union) : this.plain(goType, name, schema);
    this.sources.set(goType, source);
    return goType;
  }

  /** The type of a schema, as Go writes it; declares what it needs. */
  goType(schema: Schema, name: string): string {
    const reference = refName(schema);
    if (reference !== undefined) {
      return this.sources.has(goName(reference)) ? goName(reference) : this.declare(reference, this.resolve(reference));
    }
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices === undefined) return this.typeOfKind(schema, name);
    const [only, ...more] = choices.filter((choice) => choice.type !== 'null');
    if (only !== undefined && more.length === 0) return this.goType(only, name);
    return mergeUnion(schema, (of) => this.resolve(of)) ? this.declare(name, schema) : 'any';
  }

  text(): string {
    return [...this.sources.values()].filter(Boolean).join('\n');
  }

  private resolve(name: string): Schema {
    const schema = this.schemas[name];
    if (schema === undefined) throw new Error(`The document has no schema ${name}`);
    return schema;
  }

  private typeOfKind(schema: Schema, name: string): string {
    const [kind, ...more] = readKinds(schema);
    if (kind === undefined || more.length > 0) return 'any';
    switch (kind) {
      case 'string':
        return schema.format === 'date-time' ? 'time.Time' : 'string';
      case 'integer':
        return 'int64';
      case 'number':
        return schema.enum?.every(Number.isInteger) ? 'int64' : 'float64';
      case 'boolean':
        return 'bool';
      case 'array':
        return `[]${schema.items ? this.goType(schema.items, `${name}Item`) : 'any'}`;
      case 'object':
        return this.objectType(schema, name);
      default:
        throw new Error(`${name} is of the type ${kind}, which has no counterpart in Go yet`);
    }
  }

  private objectType(schema: Schema, name: string): string {
    // An object of any fields has none of its own, and may say so.
    if (schema.properties && Object.keys(schema.properties).length > 0) return this.declare(name, schema);
    const values = schema.additionalProperties;
    return `map[string]${typeof values === 'object' ? this.goType(values, `${name}Value`) : 'any'}`;
  }

  private plain(goType: string, name: string, schema: Schema): string {
    const intro = schema.description === undefined ? '' : comment(schema.description);
    if (schema.properties) return `${intro}type ${goType} ${this.fields(name, schema)}`;
    const head = `${intro}type ${goType} ${this.typeOfKind(schema, name)}\n`;
    if (schema.enum === undefined || readKinds(schema)[0] !== 'string') return head;
    const values = schema.enum.filter((value) => value !== null).map(String);
    return `${head}\n${comment(`Values of ${goType}; later releases of the platform may add others.`)}const (\n${rows(values.map((value) => ({ cells: [this.constant(goType, value), goType, `= ${JSON.stringify(value)}`] })))})\n`;
  }

  private constant(goType: string, value: string): string {
    const wanted = constantName(goType, value);
    const name = this.constants.has(wanted) || this.sources.has(wanted) ? `${wanted}Value` : wanted;
    this.constants.add(name);
    return name;
  }

  private fields(name: string, schema: Schema): string {
    const all = Object.entries(schema.properties ?? {}).map(([field, value]): Row => {
      const isRequired = schema.required?.includes(field) ?? false;
      const { type, option } = this.fieldType(value, name + pascalCase(field), isRequired);
      return { cells: [goName(field), type, `\`json:"${field}${option}"\``], text: describe(value) };
    });
    return all.length === 0 ? 'struct{}\n' : `struct {\n${rows(all)}}\n`;
  }

  /** What may be null is an Optional; what may be left out is so when it is zero, and an Optional where zero means something. */
  private fieldType(schema: Schema, name: string, isRequired: boolean): { type: string; option: string } {
    const type = this.goType(schema, name);
    const left = isRequired ? '' : ',omitzero';
    if (isNullable(schema)) return { type: `Optional[${type}]`, option: left };
    const isCount = type === 'int64' || type === 'float64';
    const isAmbiguous =
      (isCount && !((schema.minimum ?? 0) > 0)) || (type === 'bool' && schema.enum?.join() !== 'true');
    return { type: !isRequired && isAmbiguous ? `Optional[${type}]` : type, option: left };
  }

  private union(goType: string, { description, discriminator }: Schema, { merged, varying }: Union): string {
    const intro = description === undefined ? '' : comment(description);
    const kinds = Object.entries(varying).map(([field, variants]) => ({
      field,
      cases: variants.map(({ value, owner, schema }) => ({
        value,
        type: this.varyingType(value, owner + pascalCase(field), schema),
      })),
    }));
    const declared = `${intro}type ${goType} ${this.fields(goType, withKinds(merged, kinds))}`;
    return [declared, ...kinds.map((kind) => decoder(goType, goName(discriminator?.propertyName ?? ''), kind))].join(
      '\n',
    );
  }

  private varyingType(value: string, name: string, schema: Schema): string {
    const key = value + JSON.stringify(schema);
    const type = this.varying.get(key) ?? this.goType(schema, name);
    this.varying.set(key, type);
    return type;
  }
}

interface Kind {
  readonly field: string;
  readonly cases: readonly { readonly value: string; readonly type: string }[];
}

const readKinds = ({ type }: Schema): readonly string[] => [type ?? []].flat().filter((kind) => kind !== 'null');

function isNullable({ type, anyOf, oneOf }: Schema): boolean {
  return (
    [type].flat().includes('null') || [...(anyOf ?? []), ...(oneOf ?? [])].some((choice) => choice.type === 'null')
  );
}

/** A field of several types says which it may have. */
function withKinds(merged: Schema, kinds: readonly Kind[]): Schema {
  const described = kinds.map(({ field, cases }) => {
    const types = [...new Set(cases.map(({ type }) => type))].join(', ');
    const text = `${types}; a json.RawMessage where this release does not know it.`;
    return [field, { ...merged.properties?.[field], description: text }] as const;
  });
  return { ...merged, properties: { ...merged.properties, ...Object.fromEntries(described) } };
}

/** Reads an object whose one field has a type by another's value. */
function decoder(goType: string, discriminator: string, { field, cases }: Kind): string {
  const name = goName(field);
  const branches = cases.map(
    ({ value, type }) => `\tcase ${JSON.stringify(value)}:\n\t\to.${name}, err = decoded[${type}](read.${name})\n`,
  );
  return `// UnmarshalJSON gives ${name} the type that ${discriminator} says.
func (o *${goType}) UnmarshalJSON(text []byte) error {
	type plain ${goType}
	read := struct {
		*plain
		${name} json.RawMessage \`json:"${field}"\`
	}{plain: (*plain)(o)}
	err := json.Unmarshal(text, &read)
	if err != nil {
		return err
	}
	switch o.${discriminator} {
${branches.join('')}\tdefault:
		o.${name} = read.${name}
	}
	return err
}
`;
}

/** What a field means, with its limits and its default. */
function describe({ description = '', minimum, maximum, maxLength, default: preset, enum: values }: Schema): string {
  const least = minimum === undefined ? '' : `At least ${String(minimum)}.`;
  const most = maximum === undefined ? '' : `At most ${String(maximum)}.`;
  const both = minimum !== undefined && maximum !== undefined ? `${String(minimum)} to ${String(maximum)}.` : '';
  const length = maxLength === undefined ? '' : `At most ${String(maxLength)} characters.`;
  const otherwise = preset === undefined ? '' : `${JSON.stringify(preset)} when left out.`;
  const known = values === undefined || values.length < 2 ? '' : `One of ${values.filter(Boolean).join(', ')}.`;
  return [description, known, ...(both === '' ? [least, most] : [both]), length, otherwise].filter(Boolean).join(' ');
}
