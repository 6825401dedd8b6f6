// How things of the document are called in Python.

export const pascalCase = (text: string): string =>
  text.replace(/(?:^|[-_.])(\w)/g, (_, letter: string) => letter.toUpperCase());

export const snakeCase = (text: string): string =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase();

/** Fields of the API that Python keeps for itself: an argument is called `from_`. */
const keywords = new Set(['from', 'class', 'import', 'in', 'is', 'global', 'pass', 'return', 'async', 'await']);

export const isKeyword = (name: string): boolean => keywords.has(name);

/**
 * Where an operation is in the client, by its path: `/v2/payment-links/list` is `payment_links.list`. The operations of
 * `transparents` are those of `charges`, but for two that `charges` has itself; a path of one word is called itself, or
 * `create` when it is a POST; what lists a group is its `list`.
 */
export function nameOf(path: string, method: string, paths: readonly string[]): readonly string[] {
  const [resource = '', ...actions] = path.replace('/v2/', '').split('/').map(snakeCase);
  if (actions.length === 0) return method === 'POST' ? [resource, 'create'] : [resource];
  const chargesHasIt = paths.includes(path.replace('/transparents/', '/charges/'));
  if (resource === 'transparents' && !chargesHasIt) return ['charges', ...actions];
  const isGroup = paths.some((other) => other.startsWith(`${path}/`));
  return [resource, ...actions, ...(isGroup ? ['list'] : [])];
}
