/** JSON with the keys of every object sorted, so that equal values give equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value ?? null, sortedKeys);
}

function sortedKeys(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
