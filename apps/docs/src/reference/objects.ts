import { isDeepStrictEqual } from 'node:util';
import type { Words } from '../generated/words';
import { fieldItem, fieldList, type FieldPlace } from './fields';
import { refName, resolved, type OpenApi, type Schema } from './openapi';

/** Collects the records that a page refers to, and writes a section for each. */
export interface Objects {
  readonly place: FieldPlace;
  /** The sections of everything referred to so far, and of what those refer to, by name. */
  sections(): string;
}

export function collectObjects(document: OpenApi, words: Words): Objects {
  const wanted = new Set<string>();
  const place: FieldPlace = { document, words, refer: (name) => wanted.add(name) };
  return {
    place,
    sections: () => {
      const written = new Map<string, string>();
      // A section may want more of them.
      for (let more = [...wanted]; more.length > 0; more = [...wanted].filter((name) => !written.has(name))) {
        for (const name of more) written.set(name, section(place, name));
      }
      return [...written.entries()]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, text]) => text)
        .join('\n');
    },
  };
}

function section(place: FieldPlace, name: string): string {
  const schema = resolved(place.document, { $ref: `#/components/schemas/${name}` });
  const body = schema.oneOf && schema.discriminator ? unionFields(place, schema) : fields(fieldList(place, schema));
  const meaning = place.words.of(schema.description ?? '');
  return `### ${name}\n\n${meaning === '' ? '' : `${meaning}\n\n`}${body}`;
}

/** A list in a box of its own, which the style sheet knows. */
export function fields(list: string): string {
  return list === '' ? '' : `<div class="fields">\n\n${list}\n</div>\n`;
}

/** What all kinds of a union share, once, then what only one of them has. */
function unionFields(place: FieldPlace, { discriminator }: Schema): string {
  if (discriminator === undefined) return '';
  const { propertyName, mapping } = discriminator;
  const kinds = Object.entries(mapping).map(([value, $ref]) => ({ value, schema: resolved(place.document, { $ref }) }));
  const [first] = kinds;
  if (first === undefined) return '';
  const isShared = (name: string, field: Schema): boolean =>
    kinds.every(({ schema }) => isDeepStrictEqual(schema.properties?.[name], field));
  const shared = Object.entries(first.schema.properties ?? {}).filter(([name, field]) => isShared(name, field));
  const discriminating = { type: 'string', enum: Object.keys(mapping) } as const;
  const required = first.schema.required ?? [];
  const common = [[propertyName, discriminating] as const, ...shared].map(([name, schema]) =>
    fieldItem(place, { name, schema, isRequired: required.includes(name) }),
  );
  const own = kinds.map(({ value, schema }) => {
    const only = Object.entries(schema.properties ?? {}).filter(
      ([name, field]) => name !== propertyName && !isShared(name, field),
    );
    const items = only.map(([name, field]) =>
      fieldItem(place, { name, schema: field, isRequired: schema.required?.includes(name) ?? false }),
    );
    return items.length === 0 ? '' : `${place.words.ui.onlyWith(propertyName, value)}:\n\n${fields(items.join(''))}`;
  });
  return [fields(common.join('')), ...own.filter((text) => text !== '')].join('\n');
}

/** The name of the record in an answer, in a list or alone; undefined for a file. */
export function findRecordName(
  document: OpenApi,
  schema: Schema | undefined,
): { readonly name: string; readonly isList: boolean } | undefined {
  const data = resolved(document, schema ?? {}).properties?.['data'];
  const $ref = data?.$ref ?? data?.items?.$ref;
  return $ref === undefined ? undefined : { name: refName($ref), isList: data?.$ref === undefined };
}
