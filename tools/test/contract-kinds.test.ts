/* oxlint-disable typescript/no-unsafe-call, typescript/no-unsafe-return -- the documents below are changed freely */
import { brokenPromises } from '../src/contract/compare';
import { promisesOfOpenApi, type OpenApi } from '../src/contract/promises';
import { openApi, thingOf, type Free } from './contract-documents';

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

  it('promises the same of a list of names with null, and of a named list or null', () => {
    const earlier = before();
    const now = before();
    now.components.schemas.Kind = { type: 'string', enum: ['A', 'B'] };
    const kindOf = (document: Free): Free =>
      document.paths['/things'].get.responses[200].content['application/json'].schema.properties;
    kindOf(earlier).kind = { type: ['string', 'null'], enum: ['A', 'B', null] };
    kindOf(now).kind = { anyOf: [{ $ref: '#/components/schemas/Kind' }, { type: 'null' }] };
    expect(broken(earlier, now)).toEqual([]);
    kindOf(now).kind = { $ref: '#/components/schemas/Kind' };
    expect(broken(earlier, now)).toEqual(['removed: GET /things 200.kind | null']);
  });

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
