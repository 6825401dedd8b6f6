import { describeDefaults } from './describe-defaults';

it('says in words what a field is when it is left out', () => {
  const schema = {
    type: 'object',
    properties: {
      quantity: { type: 'integer', default: 1 },
      methods: { type: 'array', default: ['CARD'], description: 'Of the charge.' },
      default: { type: 'string', examples: [{ type: 'string', default: 'kept' }] },
    },
  };
  expect(describeDefaults(schema)).toEqual({
    type: 'object',
    properties: {
      quantity: { type: 'integer', description: '`1` when left out.' },
      methods: { type: 'array', description: 'Of the charge. `["CARD"]` when left out.' },
      default: schema.properties.default,
    },
  });
});

it('says it of a parameter where its description is', () => {
  const parameter = { in: 'query', name: 'limit', schema: { type: 'integer', default: 100 } };
  expect(describeDefaults({ parameters: [parameter] })).toEqual({
    parameters: [{ in: 'query', name: 'limit', description: '`100` when left out.', schema: { type: 'integer' } }],
  });
});
