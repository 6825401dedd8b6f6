/** The part of JSON Schema that the documents use. */
interface Schema extends Readonly<Partial<Record<Limit, unknown>>> {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly discriminator?: { readonly mapping?: Readonly<Record<string, string>> };
  readonly allOf?: readonly Schema[];
  readonly additionalProperties?: boolean | Schema;
}

/** What leaves fewer values of a type. Those of the first two lines are more or less narrow: compare.ts. */
const limits = [
  ...['maxLength', 'maximum', 'exclusiveMaximum', 'maxItems', 'maxProperties'],
  ...['minLength', 'minimum', 'exclusiveMinimum', 'minItems', 'minProperties'],
  ...['pattern', 'format', 'multipleOf', 'uniqueItems'],
] as const;
type Limit = (typeof limits)[number];

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

interface Operation {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema?: Schema;
  }[];
  readonly requestBody?: { readonly required?: boolean; readonly content?: Content };
  readonly responses?: Readonly<Record<string, { readonly content?: Content }>>;
}

type Operations = Readonly<Record<string, Operation>>;

export interface OpenApi {
  readonly paths: Readonly<Record<string, Operations>>;
  readonly webhooks?: Readonly<Record<string, Operations>>;
}

export interface AsyncApi {
  readonly channels: Readonly<
    Record<string, { readonly address: string; readonly messages: Readonly<Record<string, { readonly $ref: string }>> }>
  >;
}

/**
 * A contract as lines, each one thing somebody may rely on. `+ …` is given and must stay; `- …` is demanded of the other
 * side (or may surprise it) and must not come to what exists. A line begins with what it is about: `+ POST /v2/x 200
 * data.id` and, about that field, `- POST /v2/x 200 data.id | null`; what narrows a type is about the field's values of
 * that type: `- POST /v2/x body.name | string | maxLength 200`. What only one kind of a union promises is about that
 * kind: `+ POST /v2/x 200 data(PIX).brCode | always`.
 */
export type Promises = ReadonlySet<string>;

/** Who writes the value: what a reader must understand may only shrink, what a writer may send only grow. */
type Writer = 'caller' | 'we';

export function promisesOfOpenApi(document: OpenApi): Promises {
  const lines = new Set<string>();
  const at = walker(document, lines);
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const name = `${method.toUpperCase()} ${path}`;
      lines.add(`+ ${name}`);
      for (const { name: parameter, in: where, required, schema } of operation.parameters ?? []) {
        lines.add(`+ ${name} ${where}`);
        // Of the operation: one that has had no parameters may not demand any either.
        if (required === true) lines.add(`- ${name} | needs ${where} ${parameter}`);
        at.value(`${name} ${where}.${parameter}`, schema ?? {}, 'caller');
      }
      const body = schemaOf(operation.requestBody?.content);
      if (operation.requestBody?.required === true) lines.add(`- ${name} | a body`);
      if (body) at.value(`${name} body`, body, 'caller');
      for (const [status, response] of Object.entries(operation.responses ?? {})) {
        lines.add(`+ ${name} ${status}`);
        const answer = schemaOf(response.content);
        if (answer) at.value(`${name} ${status}`, answer, 'we');
      }
    }
  }
  for (const [event, operations] of Object.entries(document.webhooks ?? {})) {
    lines.add(`+ webhook ${event}`);
    const body = Object.values(operations).flatMap(({ requestBody }) => schemaOf(requestBody?.content) ?? []);
    for (const schema of body) at.value(`webhook ${event}`, schema, 'we');
  }
  return lines;
}

export function promisesOfAsyncApi(document: AsyncApi): Promises {
  const lines = new Set<string>();
  const at = walker(document, lines);
  for (const { address, messages } of Object.values(document.channels)) {
    lines.add(`+ ${address}`);
    for (const [type, { $ref }] of Object.entries(messages)) {
      const name = `${address} ${type}`;
      const message = resolve(document, $ref) as { readonly headers?: Schema; readonly payload?: Schema };
      lines.add(`+ ${name}`);
      if (message.headers) at.value(`${name} headers`, message.headers, 'we');
      if (message.payload) at.value(`${name} data`, message.payload, 'we');
    }
  }
  return lines;
}

function schemaOf(content: Content | undefined): Schema | undefined {
  return Object.values(content ?? {})[0]?.schema;
}

function resolve(document: object, reference: string): unknown {
  return reference
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key.replaceAll('~1', '/')], document);
}

/** Adds the lines of schemas; a schema within itself is followed once. */
function walker(document: object, lines: Set<string>) {
  function field(
    path: string,
    name: string,
    schema: Schema,
    isRequired: boolean,
    writer: Writer,
    within: readonly string[] = [],
  ): void {
    const own = `${path}.${name}`;
    if (isRequired) lines.add(writer === 'caller' ? `- ${path} | needs ${name}` : `+ ${own} | always`);
    value(own, schema, writer, within);
  }

  function value(path: string, schema: Schema, writer: Writer, within: readonly string[] = []): void {
    lines.add(`+ ${path}`);
    const { $ref } = schema;
    if ($ref !== undefined) {
      if (!within.includes($ref)) value(path, resolve(document, $ref) as Schema, writer, [...within, $ref]);
      return;
    }
    const { mapping } = schema.discriminator ?? {};
    if (writer === 'we' && mapping) {
      kinds(path, mapping, within);
      return;
    }
    const types = [schema.type ?? []].flat();
    for (const type of types) lines.add(`${writer === 'caller' ? '+' : '-'} ${path} | ${type}`);
    const choices = [...(schema.enum ?? []), ...('const' in schema ? [schema.const] : [])];
    for (const choice of choices) lines.add(`+ ${path} | ${JSON.stringify(choice)}`);
    const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
    if (writer === 'caller') {
      if (choices.length === 0 && parts.length === 0) lines.add(`+ ${path} | any value`);
      narrowedForCallers(path, schema, types);
    }
    // Readers may have made room for just that much.
    else for (const limit of limitsOf(schema)) lines.add(`+ ${path} | ${limit}`);
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      field(path, name, property, schema.required?.includes(name) ?? false, writer, within);
    }
    if (schema.items) value(`${path}[]`, schema.items, writer, within);
    for (const part of parts) value(path, part, writer, within);
  }

  /** A union that a field tells apart: of the whole is promised what each kind has, and of each kind its own. */
  function kinds(path: string, mapping: Readonly<Record<string, string>>, within: readonly string[]): void {
    const all = Object.entries(mapping).map(([name, $ref]) => {
      value(`${path}(${name})`, { $ref }, 'we', within);
      const own = new Set<string>();
      walker(document, own).value(path, { $ref }, 'we', within);
      return own;
    });
    const isOwnField = (line: string): boolean => /^[^.[(]+ \| always$/.test(line.slice(`+ ${path}.`.length));
    for (const line of all.flatMap((own) => [...own])) {
      if (!isOwnField(line) || all.every((own) => own.has(line))) lines.add(line);
    }
  }

  /** Of each type, because one that a field begins to take may come with limits of its own. */
  function narrowedForCallers(path: string, schema: Schema, types: readonly string[]): void {
    for (const of of types.length === 0 ? [path] : types.map((type) => `${path} | ${type}`)) {
      for (const limit of limitsOf(schema)) lines.add(`- ${of} | ${limit}`);
      if (schema.additionalProperties === false) lines.add(`- ${of} | no other fields`);
    }
  }

  return { field, value };
}

function limitsOf(schema: Schema): readonly string[] {
  return limits.filter((name) => name in schema).map((name) => `${name} ${String(schema[name])}`);
}
