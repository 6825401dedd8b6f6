/** An id of the examples, such as `cust_1`: no store has it. */
const exampleId = /^[a-z]+(_[a-z]+)*_(\d|[0-9A-Za-z]{20,})$/;

/** Both are charges, whatever made them. */
const charges = ['charge', 'transparent', 'original'];

/** `/v2/payment-links/get` is about a `paymentLink`, `/v2/webhooks/deliveries/get` about a `webhookDelivery`. */
function findResource(path: string): string {
  const groups = path.split('/').slice(2, -1);
  const words = groups.map((group) => group.replace(/ies$/, 'y').replace(/s$/, '')).join('-');
  return findName(words.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()));
}

function findName(resource: string): string {
  return charges.includes(resource) ? 'charge' : resource;
}

/** `customerId` of any path, `id` by what the path is about, and `items[].id` of a product, outside subscriptions without a cycle. */
function findVariable(path: string, keys: readonly string[]): string {
  const key = keys.at(-1) ?? '';
  if (key !== 'id') return `${findName(key.replace(/Id$/, ''))}Id`;
  if (path === '/v2/disputes/remove-file') return 'disputeFileId';
  if (!keys.includes('items')) return `${findResource(path)}Id`;
  return path.startsWith('/v2/subscriptions/') ? 'productId' : 'onceProductId';
}

/** The same example with variables of the collection in the place of ids, and their names. */
export function withVariables<T>(path: string, example: T): { readonly example: T; readonly names: readonly string[] } {
  const names = new Set<string>();
  const replace = (value: unknown, keys: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((item) => replace(item, keys));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, replace(part, [...keys, key])]));
    if (typeof value !== 'string' || !exampleId.test(value) || !/(^id|Id)$/.test(keys.at(-1) ?? '')) return value;
    const name = findVariable(path, keys);
    names.add(name);
    return `{{${name}}}`;
  };
  return { example: replace(example, []) as T, names: [...names] };
}

/**
 * What Postman runs after an answer: a record that was made gives its id to the variable, and the first of a list where the
 * variable has none yet.
 */
export function keepIds(called: string): readonly string[] {
  // The one list that is not called so.
  const path = called === '/v2/webhooks/deliveries' ? `${called}/list` : called;
  // What it makes becomes a subscription when its payer agrees.
  const name = path === '/v2/subscriptions/create' ? 'subscriptionCheckoutId' : `${findResource(path)}Id`;
  const keeps = `pm.collectionVariables.set('${name}', found.id);`;
  if (path.endsWith('/create'))
    return [
      'const found = pm.response.code === 200 ? pm.response.json().data : undefined;',
      `if (found && found.id) ${keeps}`,
    ];
  if (!path.endsWith('/list')) return [];
  return [
    'const found = pm.response.code === 200 ? pm.response.json().data[0] : undefined;',
    `if (found && found.id && !pm.collectionVariables.get('${name}')) ${keeps}`,
  ];
}
