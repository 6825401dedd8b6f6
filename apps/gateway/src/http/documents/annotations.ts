import { isDeepStrictEqual } from 'node:util';
import { unionKeyword, type DocumentedUnion } from '@pitanga/records';

type Json = Record<string, unknown>;
type NamedSchema = Json & { readonly title: string };

/** These keywords hold data, not schemas. */
export const isData: ReadonlySet<string> = new Set(['example', 'examples', 'enum', 'const', 'default']);

/** These say something of a value and refuse none. */
const annotations = ['description', 'default', 'examples'] as const;
type Annotations = Readonly<Partial<Record<(typeof annotations)[number], unknown>>>;

export function isNamed(value: object): value is NamedSchema {
  return 'title' in value && typeof value.title === 'string' && ('type' in value || 'anyOf' in value);
}

export function splitAnnotations(schema: Json): { readonly said: Annotations; readonly rest: Json } {
  const isSaid = ([key]: [string, unknown]): boolean => annotations.some((name) => name === key);
  const entries = Object.entries(schema);
  return {
    said: Object.fromEntries(entries.filter(isSaid)),
    rest: Object.fromEntries(entries.filter((entry) => !isSaid(entry))),
  };
}

/** Whether the same is said of a named schema wherever it stands in a document. */
export function findSaidOfAll(document: unknown): (name: string) => boolean {
  const first = new Map<string, Annotations>();
  const differing = new Set<string>();

  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if (isNamed(value)) {
      const { said } = splitAnnotations(value);
      if (!isDeepStrictEqual(first.get(value.title) ?? said, said)) differing.add(value.title);
      first.set(value.title, said);
    }
    // Of a union the documents show the kinds alone.
    const union = (value as Json)[unionKeyword] as DocumentedUnion | undefined;
    if (union !== undefined) visit(union.kinds);
    else for (const [key, field] of Object.entries(value)) if (!isData.has(key)) visit(field);
  };

  visit(document);
  return (name) => !differing.has(name);
}
