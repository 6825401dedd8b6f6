import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { downgradeDocument } from './downgrade-document';

type Json = Record<string, unknown>;
interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, Json>> };
}

const read = (version: string): Document =>
  JSON.parse(readFileSync(join(__dirname, `../../../../../docs/api/${version}.openapi.json`), 'utf8')) as Document;

/** Documents for generators of clients; the dashboard alone reads its own. */
const published = ['v1', 'v2'].flatMap((version) => [
  [`${version} as 3.1`, read(version)] as const,
  [`${version} as 3.0`, downgradeDocument(read(version)) as Document] as const,
]);

/** The path of every schema in a document that stands in its place, and is no component. */
function placesOf(document: Document, isWanted: (schema: Json) => boolean): readonly string[] {
  const places: string[] = [];
  const visit = (value: unknown, path: readonly string[]): void => {
    if (typeof value !== 'object' || value === null) return;
    const isComponent = path.length === 3 && path[0] === 'components';
    if (!isComponent && path.at(-1) !== 'properties' && isWanted(value as Json)) places.push(path.join('/'));
    for (const [key, part] of Object.entries(value)) {
      if (!['example', 'examples', 'enum'].includes(key)) visit(part, [...path, key]);
    }
  };
  visit(document, []);
  return places;
}

const isList = ({ enum: list }: Json): boolean => Array.isArray(list) && list.length > 1;

/** One with fields, or one that may be null, which generators number. */
function isObject({ type, nullable, properties = {}, allOf }: Json): boolean {
  const types = [type].flat();
  const mayBeNull = types.includes('null') || nullable === true;
  const hasFields = Object.keys(properties as Json).length > 0;
  return types.includes('object') && (hasFields || mayBeNull) && allOf === undefined;
}

describe('schemas, of which generators make classes', () => {
  it.each([...published, ['dashboard', read('dashboard')] as const])(
    'of %s have a name where they are a list of values',
    (_name, document) => {
      expect(placesOf(document, isList)).toEqual([]);
    },
  );

  it.each(published)('of %s have a name where they are an object with fields', (_name, document) => {
    expect(placesOf(document, isObject)).toEqual([]);
  });

  it.each(published)('of %s have one name for one list of values', (_name, { components }) => {
    const byValues = new Map<string, string[]>();
    for (const [name, { enum: list }] of Object.entries(components.schemas)) {
      if (!Array.isArray(list)) continue;
      const values = [...(list as string[])].sort().join(' ');
      byValues.set(values, [...(byValues.get(values) ?? []), name]);
    }
    // These are of two things, which may get a value of their own.
    const apart = ['CouponDiscountKind, FineType', 'RefundStatus, StatementStatus'];
    const shared = [...byValues.values()].filter((names) => names.length > 1).map((names) => names.sort().join(', '));
    expect(shared.filter((names) => !apart.includes(names))).toEqual([]);
  });
});
