import type { DocumentedPaths } from './document-examples';

type Named = { readonly operationId?: string; 'x-sdk-name'?: string };

/**
 * Writes for every operation of v2 what the SDKs and the command line call it, as `x-sdk-name`: `paymentLinks.list`. Names follow the path. Operations of `transparents` are those of `charges`, except two that
 * charges has itself; a path of one word is called itself, or `create` when it is a POST; what lists a group is its `list`;
 * the second operation of a path has its operationId.
 */
export function addSdkNames(paths: DocumentedPaths): void {
  const taken = new Set<string>();
  for (const [path, operations] of Object.entries(paths)) {
    if (!path.startsWith('/v2/')) continue;
    for (const [method, operation] of Object.entries(operations as Readonly<Record<string, Named>>)) {
      const name = nameByPath(path, method, paths);
      const byPath = name.join('.');
      operation['x-sdk-name'] = taken.has(byPath)
        ? [...name.slice(0, -1), operation.operationId ?? ''].join('.')
        : byPath;
      taken.add(byPath);
    }
  }
}

function nameByPath(path: string, method: string, paths: DocumentedPaths): readonly string[] {
  const [resource = '', ...actions] = path.split('/').slice(2).map(camelCase);
  if (actions.length === 0) return method === 'post' ? [resource, 'create'] : [resource];
  if (resource === 'transparents' && !(path.replace('/transparents/', '/charges/') in paths)) {
    return ['charges', ...actions];
  }
  const isGroup = Object.keys(paths).some((other) => other.startsWith(`${path}/`));
  return [resource, ...actions, ...(isGroup ? ['list'] : [])];
}

function camelCase(text: string): string {
  return text.replaceAll(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase());
}
