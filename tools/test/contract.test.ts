/* oxlint-disable typescript/no-unsafe-call, typescript/no-unsafe-return -- the documents below are changed freely */
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
const answer = (): Free => ({ content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } });
const bodyOf = (document: Free): Free => document.paths['/things'].post.requestBody.content['application/json'].schema;
const sizeOf = (document: Free): Free => bodyOf(document).properties.size;
const shortText = { type: 'string', maxLength: 4 };
const neededDay = { name: 'day', in: 'query', required: true };
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
      'added: GET /things | needs query limit',
      (d) => (d.paths['/things'].get.parameters[0].required = true),
    ],
    [
      'demands a parameter of an operation that had none',
      'added: GET /plain | needs query day',
      (d) => (d.paths['/plain'].get.parameters = [{ name: 'day', in: 'query', required: true }]),
    ],
    ['removes a field of a request', 'removed: POST /things body.kind', (d) => delete bodyOf(d).properties.kind],
    ['demands a field', 'added: POST /things body | needs kind', (d) => bodyOf(d).required.push('kind')],
    [
      'demands a new field',
      'added: POST /things body | needs color',
      (d) => {
        bodyOf(d).properties.color = { type: 'string' };
        bodyOf(d).required.push('color');
      },
    ],
    [
      'takes shorter text only',
      'added: POST /things body.name | string | maxLength 8',
      (d) => (bodyOf(d).properties.name.maxLength = 8),
    ],
    [
      'takes longer text only',
      'added: POST /things body.name | string | minLength 3',
      (d) => (bodyOf(d).properties.name.minLength = 3),
    ],
    [
      'takes smaller numbers only',
      'added: POST /things body.size | integer | maximum 8',
      (d) => (bodyOf(d).properties.size.maximum = 8),
    ],
    [
      'takes greater numbers only',
      'added: POST /things body.size | integer | minimum -1',
      (d) => (bodyOf(d).properties.size.minimum = -1),
    ],
    [
      'limits what had no limit',
      'added: GET /things query.limit | integer | maximum 1000000',
      (d) => (d.paths['/things'].get.parameters[0].schema.maximum = 1_000_000),
    ],
    [
      'takes text of a pattern only',
      'added: POST /things body.note | string | pattern ^[a-z | ]+$',
      (d) => (bodyOf(d).properties.note.pattern = '^[a-z | ]+$'),
    ],
    [
      'takes text of a format only',
      'added: POST /things body.note | string | format email',
      (d) => (bodyOf(d).properties.note.format = 'email'),
    ],
    [
      'takes known fields only',
      'added: POST /things body | object | no other fields',
      (d) => (bodyOf(d).additionalProperties = false),
    ],
    [
      'takes known values only',
      'removed: POST /things body.note | any value',
      (d) => (bodyOf(d).properties.note.enum = ['A', 'B']),
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
    [
      'answers with longer text',
      'removed: GET /things 200.id | maxLength 9',
      (d) => (thingOf(d).properties.id.maxLength = 10),
    ],
    [
      'answers with text of any length',
      'removed: GET /things 200.id | maxLength 9',
      (d) => delete thingOf(d).properties.id.maxLength,
    ],
    [
      'answers with text of another pattern',
      'removed: GET /things 200.id | pattern ^x',
      (d) => (thingOf(d).properties.id.pattern = '^y'),
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
    [
      'a parameter of a new operation',
      (d) => (d.paths['/others'] = { get: { parameters: [neededDay], responses: {} } }),
    ],
    ['an optional field of a request', (d) => (bodyOf(d).properties.color = { type: 'string' })],
    ['a limit of a new field', (d) => (bodyOf(d).properties.color = { type: 'string', maxLength: 5, pattern: '^x' })],
    [
      'room for longer and shorter text',
      (d) => Object.assign(bodyOf(d).properties.name, { minLength: 1, maxLength: 10 }),
    ],
    [
      'room for greater and smaller numbers',
      (d) => Object.assign(bodyOf(d).properties.size, { minimum: -10, maximum: 1_000 }),
    ],
    ['text of any length', (d) => (bodyOf(d).properties.name = { type: 'string' })],
    ['text of any value', (d) => delete bodyOf(d).properties.kind.enum],
    ['a type with a limit of its own', (d) => (bodyOf(d).properties.size = { anyOf: [sizeOf(d), shortText] })],
    ['limits to an answer', (d) => Object.assign(thingOf(d).properties.id, { maxLength: 8, minLength: 1 })],
    [
      'an optional object that demands fields of its own',
      (d) => (bodyOf(d).properties.color = { type: 'object', required: ['x'], properties: { x: { type: 'integer' } } }),
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

describe('a schema that gets a name, or becomes a union of kinds', () => {
  /** The thing in place of its reference, and of no kinds. */
  const inPlace = (): Free => {
    const document = openApi();
    const { id, state } = thingOf(document).properties;
    thingOf(document).properties = { id, state, kind: { enum: ['A', 'B'] }, size: { type: 'integer' } };
    const own = { content: { 'application/json': { schema: thingOf(document) } } };
    document.paths['/things'].get.responses = { 200: own };
    return document;
  };
  const kind = (name: string, more: Free = {}): Free => ({
    ...thingOf(inPlace()),
    properties: { ...thingOf(inPlace()).properties, kind: { enum: [name] }, ...more.properties },
    required: more.required ?? ['id'],
  });
  const ofKinds = (a: Free, b: Free): Free => {
    const document = inPlace();
    const mapping = { A: '#/components/schemas/A', B: '#/components/schemas/B' };
    const oneOf = Object.values(mapping).map(($ref) => ({ $ref }));
    const schemas = { ...document.components.schemas, A: a, B: b };
    schemas.Thing = { oneOf, discriminator: { propertyName: 'kind', mapping } };
    const ref = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } };
    return { paths: { '/things': { get: { responses: { 200: ref } } } }, components: { schemas } };
  };
  const before = (): Free => ({
    ...inPlace(),
    webhooks: {},
    paths: { '/things': { get: inPlace().paths['/things'].get } },
  });
  const broken = (earlier: Free, now: Free): readonly string[] => {
    const get = ({ paths, ...rest }: Free): Free => ({
      ...rest,
      paths: { '/things': { get: { responses: paths['/things'].get.responses } } },
    });
    return brokenPromises(promisesOfOpenApi(get(earlier) as OpenApi), promisesOfOpenApi(get(now) as OpenApi));
  };

  it('promises the same', () => {
    expect(broken(before(), ofKinds(kind('A'), kind('B')))).toEqual([]);
  });

  it('may promise more of one kind', () => {
    const color = { properties: { color: { type: 'string' } }, required: ['id', 'color'] };
    expect(broken(before(), ofKinds(kind('A', color), kind('B')))).toEqual([]);
  });

  it('breaks a promise where one kind leaves out what was always there', () => {
    expect(broken(before(), ofKinds(kind('A'), kind('B', { required: [] })))).toContain(
      'removed: GET /things 200.id | always',
    );
  });

  it('breaks a promise where one kind loses what it alone had', () => {
    const color = { properties: { color: { type: 'string' } }, required: ['id', 'color'] };
    const earlier = ofKinds(kind('A', color), kind('B'));
    expect(broken(earlier, ofKinds(kind('A', { ...color, required: ['id'] }), kind('B')))).toEqual([
      'removed: GET /things 200(A).color | always',
    ]);
    expect(broken(earlier, ofKinds(kind('A'), kind('B', color)))).toContain('removed: GET /things 200(A).color');
  });

  it('breaks a promise where a kind is gone', () => {
    const one = ofKinds(kind('A'), kind('B'));
    delete one.components.schemas.Thing.discriminator.mapping.B;
    expect(broken(ofKinds(kind('A'), kind('B')), one)).toEqual([
      'removed: GET /things 200(B)',
      'removed: GET /things 200.kind | "B"',
    ]);
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
