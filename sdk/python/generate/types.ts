// Writes a TypedDict for every object of the document, and an alias for every other schema that has a name.
import { refName, type Schema } from '../../operations/document';
import { pascalCase } from '../../operations/operations';
import { isKeyword } from './names';
import { docstring } from './text';

/** Collects declarations; an object that is written in place is called after where it is. */
export class TypeWriter {
  private readonly classes: string[] = [];
  /** After the classes, because Python evaluates them. */
  private readonly aliases: string[] = [];
  private readonly names = new Set<string>();

  /** @param inputs the schemas whose fields are the arguments of a method */
  constructor(private readonly inputs: ReadonlySet<string>) {}

  /** Declares a schema under a name. */
  declare(name: string, schema: Schema): void {
    if (this.names.has(name)) throw new Error(`two types are called ${name}`);
    this.names.add(name);
    if (schema.properties) this.declareObject(name, schema);
    else this.aliases.push(`${name}: TypeAlias = ${this.pythonType(schema, name)}\n`);
  }

  /** The type of a schema, as Python writes it; declares the objects that are written in it. */
  pythonType(schema: Schema, name: string): string {
    const reference = refName(schema);
    if (reference !== undefined) return reference;
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return union(choices.map((choice, index) => this.pythonType(choice, `${name}${String(index + 1)}`)));
    if (schema.enum) return enumeration(schema);
    const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
    return types.length === 0 ? 'Any' : union(types.map((type) => this.plainType(type, schema, name)));
  }

  text(): string {
    return [...this.classes, ...this.aliases].join('\n\n');
  }

  private plainType(type: string, schema: Schema, name: string): string {
    switch (type) {
      case 'string':
        return 'str';
      case 'integer':
        return 'int';
      case 'number':
        return 'float';
      case 'boolean':
        return 'bool';
      case 'null':
        return 'None';
      case 'array':
        return `List[${schema.items ? this.pythonType(schema.items, `${name}Item`) : 'Any'}]`;
      case 'object':
        return this.objectType(schema, name);
      default:
        throw new Error(`${name} is of the type ${type}, which has no counterpart in Python yet`);
    }
  }

  private objectType(schema: Schema, name: string): string {
    // An object of any fields has none of its own, and may say so.
    if (schema.properties && Object.keys(schema.properties).length > 0) {
      this.declare(name, schema);
      return name;
    }
    const values = schema.additionalProperties;
    return `Dict[str, ${typeof values === 'object' ? this.pythonType(values, `${name}Value`) : 'Any'}]`;
  }

  private declareObject(name: string, schema: Schema): void {
    const fields = Object.entries(schema.properties ?? {}).map(([field, value]) => {
      const type = this.pythonType(value, name + pascalCase(field));
      const isRequired = schema.required?.includes(field) ?? false;
      return { field, type: isRequired ? type : `NotRequired[${type}]`, text: describe(value) };
    });
    const isArguments = this.inputs.has(name);
    if (!isArguments && fields.some(({ field }) => isKeyword(field))) {
      const entries = fields.map(({ field, type }) => `        "${field}": "${type}",\n`).join('');
      this.classes.push(`${name} = TypedDict(\n    "${name}",\n    {\n${entries}    },\n)\n`);
      return;
    }
    const lines = fields.flatMap(({ field, type, text }) => [
      `    ${isArguments && isKeyword(field) ? `${field}_` : field}: ${type}\n`,
      ...(text === '' ? [] : [docstring(text, '    ')]),
    ]);
    const intro = schema.description === undefined ? '' : docstring(schema.description, '    ');
    this.classes.push(`class ${name}(TypedDict):\n${intro}${lines.join('') || '    pass\n'}`);
  }
}

function union(types: readonly string[]): string {
  const [first = 'Any', ...more] = [...new Set(types)];
  return more.length === 0 ? first : `Union[${[first, ...more].join(', ')}]`;
}

function enumeration({ enum: values = [] }: Schema): string {
  const literals = values.map((value) => {
    if (typeof value === 'boolean') return value ? 'True' : 'False';
    return value === null ? 'None' : JSON.stringify(value);
  });
  return `Literal[${literals.join(', ')}]`;
}

/** What a field means, with its limits and its default. */
function describe({ description = '', minimum, maximum, maxLength, default: preset }: Schema): string {
  const least = minimum === undefined ? '' : `At least ${String(minimum)}.`;
  const most = maximum === undefined ? '' : `At most ${String(maximum)}.`;
  const both = minimum !== undefined && maximum !== undefined ? `${String(minimum)} to ${String(maximum)}.` : '';
  const length = maxLength === undefined ? '' : `At most ${String(maxLength)} characters.`;
  const otherwise = preset === undefined ? '' : `${JSON.stringify(preset)} when left out.`;
  return [description, ...(both === '' ? [least, most] : [both]), length, otherwise].filter(Boolean).join(' ');
}
