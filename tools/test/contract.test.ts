/* eslint-disable @typescript-eslint/no-unsafe-call, @typescript-eslint/no-unsafe-return -- the documents below are changed freely */
import { contracts, currentContracts, readBaseline } from '../src/contract/baseline';
import { brokenPromises } from '../src/contract/compare';
import { promisesOfAsyncApi, promisesOfOpenApi, type AsyncApi, type OpenApi } from '../src/contract/promises';

/** A failure here means: the change breaks merchants or analysts. A release that may do so runs npm run api:baseline. */
describe('no published promise is broken by', () => {
  const [before, now] = [readBaseline(), currentContracts()];
  it.each(contracts)('%s', (name) => {
    expect(before[name].size).toBeGreaterThan(1_000);
    expect(brokenPromises(before[name], now[name])).toEqual([]);
  });
});

// Documents that tests change freely.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Free = any;

const openApi = (): Free => ({
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
                properties: { name: { type: 'string' }, kind: { type: 'string', enum: ['A', 'B'] } },
              },
            },
          },
        },
        responses: { 200: answer() },
      },
    },
  },
  webhooks: { 'thing.made': { post: { requestBody: answer() } } },
  components: {
    schemas: {
      Thing: {
        type: 'object',
        required: ['id'],
        properties: {
          id: { type: 'string' },
          state: { enum: ['ON', 'OFF'] },
          next: { $ref: '#/components/schemas/Thing' },
        },
      },
    },
  },
});
const answer = (): Free => ({ content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } });
const bodyOf = (document: Free): Free => document.paths['/things'].post.requestBody.content['application/json'].schema;
const thingOf = (document: Free): Free => document.components.schemas.Thing;

/** What the comparison says of a change. */
function changed(change: (document: Free) => void): readonly string[] {
  const document = openApi();
  change(document);
  return brokenPromises(promisesOfOpenApi(openApi() as OpenApi), promisesOfOpenApi(document as OpenApi));
}

describe('a change of the HTTP API', () => {
  const breaks: readonly (readonly [string, string, (document: Free) => void])[] = [
    ['removes a path', 'removed: GET /things', (d) => delete d.paths['/things']],
    ['removes an operation', 'removed: POST /things', (d) => delete d.paths['/things'].post],
    ['removes a parameter', 'removed: GET /things query', (d) => (d.paths['/things'].get.parameters = [])],
    [
      'demands a parameter',
      'added: GET /things query | needs limit',
      (d) => (d.paths['/things'].get.parameters[0].required = true),
    ],
    ['removes a field of a request', 'removed: POST /things body.kind', (d) => delete bodyOf(d).properties.kind],
    ['demands a field', 'added: POST /things body | needs kind', (d) => bodyOf(d).required.push('kind')],
    [
      'demands a new field',
      'added: POST /things body | needs size',
      (d) => {
        bodyOf(d).properties.size = { type: 'integer' };
        bodyOf(d).required.push('size');
      },
    ],
    ['takes a value no more', 'removed: POST /things body.kind | "B"', (d) => bodyOf(d).properties.kind.enum.pop()],
    [
      'takes another type',
      'removed: POST /things body.name | string',
      (d) => (bodyOf(d).properties.name.type = 'integer'),
    ],
    ['answers without a field', 'removed: GET /things 200.state', (d) => delete thingOf(d).properties.state],
    ['may leave a field out', 'removed: GET /things 200.id | always', (d) => (thingOf(d).required = [])],
    [
      'may answer null',
      'added: GET /things 200.id | null',
      (d) => (thingOf(d).properties.id.type = ['string', 'null']),
    ],
    [
      'answers a value no more',
      'removed: GET /things 200.state | "OFF"',
      (d) => thingOf(d).properties.state.enum.pop(),
    ],
    ['answers no status', 'removed: GET /things 200', (d) => (d.paths['/things'].get.responses = {})],
    ['sends a webhook no more', 'removed: webhook thing.made', (d) => (d.webhooks = {})],
    ['sends a webhook without a field', 'removed: webhook thing.made.state', (d) => delete thingOf(d).properties.state],
  ];
  it.each(breaks)('that %s is found', (_what, line, change) => {
    expect(changed(change)).toContain(line);
  });

  const additions: readonly (readonly [string, (document: Free) => void])[] = [
    ['a path', (d) => (d.paths['/others'] = { post: d.paths['/things'].post })],
    ['an optional parameter', (d) => d.paths['/things'].get.parameters.push({ name: 'after', in: 'query' })],
    ['an optional field of a request', (d) => (bodyOf(d).properties.size = { type: 'integer' })],
    [
      'an optional object that demands fields of its own',
      (d) => (bodyOf(d).properties.size = { type: 'object', required: ['x'], properties: { x: { type: 'integer' } } }),
    ],
    ['a value that is taken', (d) => bodyOf(d).properties.kind.enum.push('C')],
    ['a type that is taken', (d) => (bodyOf(d).properties.name.type = ['string', 'null'])],
    ['a field of an answer', (d) => (thingOf(d).properties.size = { type: 'integer' })],
    ['a value of an answer', (d) => thingOf(d).properties.state.enum.push('BROKEN')],
    ['a webhook', (d) => (d.webhooks['thing.lost'] = d.webhooks['thing.made'])],
  ];
  it.each(additions)('that adds %s passes', (_what, change) => {
    expect(changed(change)).toEqual([]);
  });
});

describe('a change of the events', () => {
  const asyncApi = (): Free => ({
    channels: { things: { address: 'pitanga.things.v1', messages: { made: { $ref: '#/components/messages/made' } } } },
    components: {
      messages: {
        made: {
          headers: { type: 'object', required: ['ce_id'], properties: { ce_id: { type: 'string' } } },
          payload: { type: 'object', properties: { state: { type: 'string', enum: ['ON', 'OFF'] } } },
        },
      },
    },
  });
  const changedEvents = (change: (document: Free) => void): readonly string[] => {
    const document = asyncApi();
    change(document);
    return brokenPromises(promisesOfAsyncApi(asyncApi() as AsyncApi), promisesOfAsyncApi(document as AsyncApi));
  };
  const payloadOf = (document: Free): Free => document.components.messages.made.payload;

  const breaks: readonly (readonly [string, string, (document: Free) => void])[] = [
    ['removes a topic', 'removed: pitanga.things.v1', (d) => (d.channels = {})],
    ['renames a topic', 'removed: pitanga.things.v1', (d) => (d.channels.things.address = 'pitanga.things.v2')],
    ['removes an event', 'removed: pitanga.things.v1 made', (d) => (d.channels.things.messages = {})],
    ['removes a field', 'removed: pitanga.things.v1 made data.state', (d) => (payloadOf(d).properties = {})],
    [
      'removes a value',
      'removed: pitanga.things.v1 made data.state | "OFF"',
      (d) => payloadOf(d).properties.state.enum.pop(),
    ],
    [
      'changes a type',
      'added: pitanga.things.v1 made data.state | integer',
      (d) => (payloadOf(d).properties.state.type = 'integer'),
    ],
    [
      'may leave a header out',
      'removed: pitanga.things.v1 made headers.ce_id | always',
      (d) => (d.components.messages.made.headers.required = []),
    ],
  ];
  it.each(breaks)('that %s is found', (_what, line, change) => {
    expect(changedEvents(change)).toContain(line);
  });

  it('that adds an event, a field and a value passes', () => {
    const broken = changedEvents((d) => {
      d.channels.things.messages.lost = { $ref: '#/components/messages/made' };
      payloadOf(d).properties.size = { type: 'integer' };
      payloadOf(d).properties.state.enum.push('BROKEN');
    });
    expect(broken).toEqual([]);
  });
});
