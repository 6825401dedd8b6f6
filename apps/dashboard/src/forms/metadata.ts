/** One key of metadata as it is typed. */
export interface MetadataRow {
  name: string;
  value: string;
}

type Metadata = Readonly<Record<string, unknown>>;

const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

export function metadataRows(metadata: Metadata): MetadataRow[] {
  return Object.entries(metadata).map(([name, value]) => ({ name, value: toText(value) }));
}

/** What the rows say. A value that is no text, such as a number that the API was given, stays what it was unless changed. */
export function toMetadata(rows: readonly MetadataRow[], before: Metadata = {}): Record<string, unknown> {
  const named = rows.filter(({ name }) => name.trim() !== '');
  return Object.fromEntries(
    named.map(({ name, value }) => {
      const kept = Object.hasOwn(before, name) ? before[name] : undefined;
      return [name.trim(), kept !== undefined && toText(kept) === value ? kept : value];
    }),
  );
}
