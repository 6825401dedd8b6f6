import { Named, Nullable, OneOf } from '@pitanga/records';
import { Type } from 'typebox';
import { hoistNamedSchemas } from './hoist-named-schemas';

const Thing = Named('Thing', Type.Object({ id: Type.String(), title: Type.String() }));
const documentOf = (...schemas: object[]) => ({ openapi: '3.1.0', info: { title: 'API' }, paths: schemas });

describe('named schemas', () => {
  const ref = { $ref: '#/components/schemas/Thing' };

  it('stand in the components once and are referred to wherever they are used', () => {
    const document = hoistNamedSchemas(documentOf(Thing, Type.Array(Thing)));
    expect(document).toMatchObject({
      info: { title: 'API' },
      paths: [ref, { type: 'array', items: ref }],
      components: { schemas: { Thing: { type: 'object', required: ['id', 'title'] } } },
    });
    expect((document['components'] as { schemas: object }).schemas).not.toHaveProperty('Thing.title');
  });

  it('are referred to beside null where they may be null', () => {
    const { paths, components } = hoistNamedSchemas(documentOf(Nullable(Thing), Thing));
    expect([paths, components]).toMatchObject([
      [{ anyOf: [ref, { type: 'null' }] }, ref],
      { schemas: { Thing: { type: 'object' } } },
    ]);
  });

  it('take null out of a list of names that may be null', () => {
    const Kind = OneOf('Kind', ['A', 'B']);
    const { paths, components } = hoistNamedSchemas(documentOf(Kind, Nullable(Kind)));
    const kind = { $ref: '#/components/schemas/Kind' };
    expect(paths).toEqual([kind, { anyOf: [kind, { type: 'null' }] }]);
    expect(components).toEqual({ schemas: { Kind: { type: 'string', enum: ['A', 'B'] } } });
  });

  it('have what is said of one use beside its reference, and what is said of all uses with them', () => {
    const Kind = OneOf('Kind', ['A', 'B']);
    const said = { description: 'Of this one.', default: 'A' };
    const beside = hoistNamedSchemas(documentOf(Kind, { ...Kind, ...said }, Nullable({ ...Kind, ...said })));
    const kind = { $ref: '#/components/schemas/Kind' };
    expect(beside['paths']).toEqual([kind, { ...kind, ...said }, { anyOf: [kind, { type: 'null' }], ...said }]);
    expect(beside['components']).toEqual({ schemas: { Kind: { type: 'string', enum: ['A', 'B'] } } });

    const within = hoistNamedSchemas(documentOf({ ...Kind, ...said }, Nullable({ ...Kind, ...said })));
    expect(within['paths']).toEqual([kind, { anyOf: [kind, { type: 'null' }] }]);
    expect(within['components']).toMatchObject({ schemas: { Kind: said } });
  });

  it('refer to each other', () => {
    const Box = Named('Box', Type.Object({ thing: Thing }));
    expect(hoistNamedSchemas(documentOf(Box))).toMatchObject({
      paths: [{ $ref: '#/components/schemas/Box' }],
      components: { schemas: { Box: { properties: { thing: ref } }, Thing: { type: 'object' } } },
    });
  });

  it('lose their name when they are spread, and their examples are left alone', () => {
    const More = Type.Object({ ...Thing.properties, note: Type.String({ examples: [{ title: 'A', type: 'B' }] }) });
    expect(hoistNamedSchemas(documentOf(More))).toMatchObject({
      paths: [{ properties: { note: { examples: [{ title: 'A', type: 'B' }] } } }],
      components: { schemas: {} },
    });
  });

  it('of one name are one: another is refused', () => {
    const Other = Named('Thing', Type.Object({ other: Type.String() }));
    expect(() => hoistNamedSchemas(documentOf(Thing, Other))).toThrow('two different schemas have the name Thing');
  });
});
