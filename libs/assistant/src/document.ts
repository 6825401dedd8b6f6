/** What is read of the OpenAPI document. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly description?: string;
}

interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

export interface DocumentOperation {
  /** What the SDKs call it, such as `paymentLinks.list`. */
  readonly 'x-sdk-name': string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
  >;
}

export interface ApiDocument {
  readonly info: { readonly version: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>;
  readonly webhooks: Readonly<Record<string, unknown>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** The schema itself, where a reference stands for it; what stands beside the reference wins. */
export function resolved(document: ApiDocument, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const { $ref, ...beside } = schema;
  const target = document.components.schemas[$ref.replace('#/components/schemas/', '')];
  if (target === undefined) throw new Error(`The document has no ${$ref}`);
  return { ...resolved(document, target), ...beside };
}

/** The same schema without references. The inputs of the API refer to nothing that contains them. */
export function inlined(document: ApiDocument, schema: Schema): Schema {
  const { properties, items, anyOf, ...rest } = resolved(document, schema);
  return {
    ...rest,
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, property]) => [name, inlined(document, property)]),
          ),
        }),
    ...(items === undefined ? {} : { items: inlined(document, items) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map((one) => inlined(document, one)) }),
  };
}
