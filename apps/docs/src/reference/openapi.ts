/** The parts of an OpenAPI document that the reference shows. */
export interface OpenApi {
  readonly info: { readonly title: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export interface Operation {
  readonly operationId: string;
  /** What the SDKs call it, such as `subscriptions.changePlan`; only of v2. */
  readonly 'x-sdk-name'?: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

type Content = Readonly<Record<string, { readonly schema?: Schema; readonly example?: unknown }>>;

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly discriminator?: { readonly propertyName: string; readonly mapping: Readonly<Record<string, string>> };
  readonly additionalProperties?: boolean | Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** The name of a `$ref`, as `Charge`. */
export function refName($ref: string): string {
  return $ref.slice($ref.lastIndexOf('/') + 1);
}

/** The schema that a `$ref` stands for; another one as it is. */
export function resolved(document: OpenApi, schema: Schema): Schema {
  return schema.$ref === undefined ? schema : (document.components.schemas[refName(schema.$ref)] ?? {});
}

/** A schema without its `null`, and whether it had one. */
export function withoutNull(schema: Schema): { readonly schema: Schema; readonly isNullable: boolean } {
  const others = schema.anyOf?.filter(({ type }) => type !== 'null');
  if (others !== undefined && schema.anyOf !== undefined && others.length < schema.anyOf.length) {
    const described = schema.description === undefined ? {} : { description: schema.description };
    const [only] = others;
    return {
      schema: others.length === 1 && only ? { ...described, ...only } : { ...described, anyOf: others },
      isNullable: true,
    };
  }
  if (!Array.isArray(schema.type) || !schema.type.includes('null')) return { schema, isNullable: false };
  const types = (schema.type as readonly string[]).filter((type) => type !== 'null');
  return { schema: { ...schema, type: types.length === 1 ? (types[0] ?? 'null') : types }, isNullable: true };
}
