import type { Client } from '../api';

/** Makes secret keys of a store with these permissions each, one for each list. */
export function keysOf(api: Client): (permissions: readonly string[]) => Promise<string> {
  const made = new Map<string, Promise<string>>();
  return (permissions) => {
    const name = [...permissions].sort().join(' ');
    const known = made.get(name) ?? create(api, permissions);
    made.set(name, known);
    return known;
  };
}

async function create(api: Client, permissions: readonly string[]): Promise<string> {
  const { status, json } = await api.post('/v2/api-keys/create', { description: 'access', permissions });
  if (status !== 200) throw new Error(`a key with ${permissions.join(', ')} was refused: ${String(json.error)}`);
  return json.data.key as string;
}
