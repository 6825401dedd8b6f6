const camelCase = (text: string): string =>
  text.replaceAll(/-([a-z])/g, (_dash, letter: string) => letter.toUpperCase());

/** Operations whose name does not follow from their path; `undefined`: the SDKs have another one for it. */
const exceptions: Readonly<Record<string, readonly string[] | undefined>> = {
  '/v2/card-tokens': ['cardTokens', 'create'],
  '/v2/search': ['search'],
  '/v2/webhooks/deliveries': ['webhooks', 'deliveries', 'list'],
  // Every charge is read by charges, whatever created it.
  '/v2/transparents/get': undefined,
  '/v2/transparents/list': undefined,
};

/** The name of an operation in the SDK: resource and action follow the path, and transparents are charges. */
export function sdkNameOf(path: string): readonly string[] | undefined {
  if (path in exceptions) return exceptions[path];
  const [resource = '', ...rest] = path.split('/').slice(2).map(camelCase);
  return [resource === 'transparents' ? 'charges' : resource, ...rest];
}

/** `changePlan` in Python. */
export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
