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
  const fromCaller: Walk = { document, lines, writer: 'caller', within: [] };
  const fromUs: Walk = { document, lines, writer: 'we', within: [] };
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const name = `${method.toUpperCase()} ${path}`;
      lines.add(`+ ${name}`);
      for (const { name: parameter, in: where, required, schema } of operation.parameters ?? []) {
        lines.add(`+ ${name} ${where}`);
        // Of the operation: one that has had no parameters may not demand any either.
        if (required === true) lines.add(`- ${name} | needs ${where} ${parameter}`);
        addValue(fromCaller, `${name} ${where}.${parameter}`, schema ?? {});
      }
      const body = findSchema(operation.requestBody?.content);
      if (operation.requestBody?.required === true) lines.add(`- ${name} | a body`);
      if (body) addValue(fromCaller, `${name} body`, body);
      for (const [status, response] of Object.entries(operation.responses ?? {})) {
        lines.add(`+ ${name} ${status}`);
        const answer = findSchema(response.content);
        if (answer) addValue(fromUs, `${name} ${status}`, answer);
      }
    }
  }
  for (const [event, operations] of Object.entries(document.webhooks ?? {})) {
    lines.add(`+ webhook ${event}`);
    const body = Object.values(operations).flatMap(({ requestBody }) => findSchema(requestBody?.content) ?? []);
    for (const schema of body) addValue(fromUs, `webhook ${event}`, schema);
  }
  return lines;
}

export function promisesOfAsyncApi(document: AsyncApi): Promises {
  const lines = new Set<string>();
  const fromUs: Walk = { document, lines, writer: 'we', within: [] };
  for (const { address, messages } of Object.values(document.channels)) {
    lines.add(`+ ${address}`);
    for (const [type, { $ref }] of Object.entries(messages)) {
      const name = `${address} ${type}`;
      const message = resolve(document, $ref) as { readonly headers?: Schema; readonly payload?: Schema };
      lines.add(`+ ${name}`);
      if (message.headers) addValue(fromUs, `${name} headers`, message.headers);
      if (message.payload) addValue(fromUs, `${name} data`, message.payload);
    }
  }
  return lines;
}

function findSchema(content: Content | undefined): Schema | undefined {
  return Object.values(content ?? {})[0]?.schema;
}

function resolve(document: object, reference: string): unknown {
  return reference
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key.replaceAll('~1', '/')], document);
}

/** One pass over schemas that adds their lines. */
interface Walk {
  readonly document: object;
  readonly lines: Set<string>;
  readonly writer: Writer;
  /** The references that led here: a schema within itself is followed once. */
  readonly within: readonly string[];
}

function addValue(walk: Walk, path: string, schema: Schema): void {
  const { document, lines, writer, within } = walk;
  lines.add(`+ ${path}`);
  const { $ref } = schema;
  if ($ref !== undefined) {
    const referenced = { ...walk, within: [...within, $ref] };
    if (!within.includes($ref)) addValue(referenced, path, resolve(document, $ref) as Schema);
    return;
  }
  const { mapping } = schema.discriminator ?? {};
  if (writer === 'we' && mapping) {
    addKinds(walk, path, mapping);
    return;
  }
  const types = [schema.type ?? []].flat();
  for (const type of types) lines.add(`${writer === 'caller' ? '+' : '-'} ${path} | ${type}`);
  const choices = [...(schema.enum ?? []), ...('const' in schema ? [schema.const] : [])];
  for (const choice of choices) lines.add(`+ ${path} | ${JSON.stringify(choice)}`);
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  if (writer === 'caller') {
    if (choices.length === 0 && parts.length === 0) lines.add(`+ ${path} | any value`);
    addCallerLimits(lines, path, schema, types);
  }
  // Readers may have made room for just that much.
  else for (const limit of describeLimits(schema)) lines.add(`+ ${path} | ${limit}`);
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const own = `${path}.${name}`;
    const isRequired = schema.required?.includes(name) ?? false;
    if (isRequired) lines.add(writer === 'caller' ? `- ${path} | needs ${name}` : `+ ${own} | always`);
    addValue(walk, own, property);
  }
  if (schema.items) addValue(walk, `${path}[]`, schema.items);
  for (const part of parts) addValue(walk, path, part);
}

/** A union with a discriminator: the whole promises what every kind has, and each kind promises its own. */
function addKinds(walk: Walk, path: string, mapping: Readonly<Record<string, string>>): void {
  const all = Object.entries(mapping).map(([name, $ref]) => {
    addValue(walk, `${path}(${name})`, { $ref });
    const own = new Set<string>();
    addValue({ ...walk, lines: own }, path, { $ref });
    return own;
  });
  const isOwnField = (line: string): boolean => /^[^.[(]+ \| always$/.test(line.slice(`+ ${path}.`.length));
  for (const line of all.flatMap((own) => [...own])) {
    if (!isOwnField(line) || all.every((own) => own.has(line))) walk.lines.add(line);
  }
}

/** Of each type, because one that a field begins to take may come with limits of its own. */
function addCallerLimits(lines: Set<string>, path: string, schema: Schema, types: readonly string[]): void {
  for (const of of types.length === 0 ? [path] : types.map((type) => `${path} | ${type}`)) {
    for (const limit of describeLimits(schema)) lines.add(`- ${of} | ${limit}`);
    if (schema.additionalProperties === false) lines.add(`- ${of} | no other fields`);
  }
}

function describeLimits(schema: Schema): readonly string[] {
  return limits.filter((name) => name in schema).map((name) => `${name} ${String(schema[name])}`);
}
