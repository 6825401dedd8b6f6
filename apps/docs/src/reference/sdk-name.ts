const camelCase = (text: string): string =>
  text.replaceAll(/-([a-z])/g, (_dash, letter: string) => letter.toUpperCase());

/** Operations whose name does not follow from their path. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  'POST /v2/card-tokens': ['cardTokens', 'create'],
  'POST /v2/customers/export': ['customers', 'exportPerson'],
  'GET /v2/search': ['search'],
  // Every charge is read by charges, whatever created it; these two answer those of the API alone.
  'GET /v2/transparents/get': ['transparents', 'get'],
  'GET /v2/transparents/list': ['transparents', 'list'],
  'GET /v2/webhooks/deliveries': ['webhooks', 'deliveries', 'list'],
};

/**
 * The name of an operation of v2 in the SDKs, as `['subscriptions', 'changePlan']`: resource and action follow the path, and
 * transparents are charges. A test holds it against the SDK.
 */
export function sdkNameOf(method: string, path: string): readonly string[] {
  const [resource = '', ...rest] = path.split('/').slice(2).map(camelCase);
  return exceptions[`${method} ${path}`] ?? [resource === 'transparents' ? 'charges' : resource, ...rest];
}

/** `changePlan` in Python. */
export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
