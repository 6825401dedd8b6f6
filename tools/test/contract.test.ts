/* oxlint-disable typescript/no-unsafe-call, typescript/no-unsafe-return -- the documents below are changed freely */
import { contracts, currentContracts, readBaseline } from '../src/contract/baseline';
import { brokenPromises } from '../src/contract/compare';
import { bodyOf, changed, neededDay, shortText, sizeOf, thingOf, type Free } from './contract-documents';

/** A failure here means: the change breaks merchants or analysts. A release that may do so runs npm run api:baseline. */
describe('no published promise is broken by', () => {
  const [before, now] = [readBaseline(), currentContracts()];
  it.each(contracts)('%s', (name) => {
    expect(before[name].size).toBeGreaterThan(1_000);
    expect(brokenPromises(before[name], now[name])).toEqual([]);
  });
});

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
