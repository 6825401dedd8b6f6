/* oxlint-disable typescript/no-unsafe-assignment, typescript/no-unsafe-member-access, typescript/no-unsafe-call, typescript/no-unsafe-return -- the documents below are changed freely */
import { brokenPromises } from '../src/contract/compare';
import { promisesOfOpenApi, type OpenApi } from '../src/contract/promises';

// Documents that tests change freely.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Free = any;

export const openApi = (): Free => ({
  paths: {
    '/things': {
      get: { parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }], responses: { 200: answer() } },
      post: {
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['name'],
                properties: {
                  name: { type: 'string', minLength: 2, maxLength: 9 },
                  kind: { type: 'string', enum: ['A', 'B'] },
                  size: { type: 'integer', minimum: -2, maximum: 9 },
                  note: { type: 'string' },
                },
              },
            },
          },
        },
        responses: { 200: answer() },
      },
    },
    '/plain': { get: { responses: { 200: answer() } } },
  },
  webhooks: { 'thing.made': { post: { requestBody: answer() } } },
  components: {
    schemas: {
      Thing: {
        type: 'object',
        required: ['id'],
        properties: {
          id: { type: 'string', maxLength: 9, pattern: '^x' },
          state: { enum: ['ON', 'OFF'] },
          next: { $ref: '#/components/schemas/Thing' },
        },
      },
    },
  },
});
export const answer = (): Free => ({
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
});
export const bodyOf = (document: Free): Free =>
  document.paths['/things'].post.requestBody.content['application/json'].schema;
export const sizeOf = (document: Free): Free => bodyOf(document).properties.size;
export const shortText = { type: 'string', maxLength: 4 };
export const neededDay = { name: 'day', in: 'query', required: true };
export const thingOf = (document: Free): Free => document.components.schemas.Thing;

/** What the comparison says of a change. */
export function changed(change: (document: Free) => void): readonly string[] {
  const document = openApi();
  change(document);
  return brokenPromises(promisesOfOpenApi(openApi() as OpenApi), promisesOfOpenApi(document as OpenApi));
}
