/** The folder after all others, so that a run of the collection ends nothing that a later request is about. */
export const endings = {
  name: 'Last: what ends something',
  description:
    'What switches off, deletes, erases, revokes or closes. A run of the whole collection comes to it at the end.',
};

/** In this order, so that none ends what the next one is about. */
const ends = ['toggle', 'delete', 'remove', 'revoke', 'erase', 'close'];

const findEnd = (path: string): number => ends.indexOf(path.slice(path.lastIndexOf('/') + 1));

export function isEnding(path: string): boolean {
  return findEnd(path) !== -1;
}

export function compareEnds(one: { readonly path: string }, other: { readonly path: string }): number {
  return findEnd(one.path) - findEnd(other.path);
}

/** What checkouts and payment links sell, and what use is recorded of: the example of products is a plan. */
export const productWithoutCycle = {
  path: '/v2/products/create',
  example: { body: { externalId: 'minutes', name: 'Minuto', price: 150 } },
  item: {
    name: 'Create a product without a cycle',
    event: [
      {
        listen: 'test',
        script: {
          type: 'text/javascript',
          exec: [
            'const found = pm.response.code === 200 ? pm.response.json().data : undefined;',
            "if (found && found.id) pm.collectionVariables.set('onceProductId', found.id);",
          ],
        },
      },
    ],
  },
};
