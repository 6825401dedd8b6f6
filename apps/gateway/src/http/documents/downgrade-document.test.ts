import { createConfig, lintFromString } from '@redocly/openapi-core';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { downgradeDocument } from './downgrade-document';

const of = (schema: object): unknown => {
  const document = { info: { license: {} }, components: { schemas: { One: schema } } };
  return (downgradeDocument(document) as typeof document).components.schemas.One;
};

it.each([
  [
    { type: ['string', 'null'], enum: ['A', null] },
    { type: 'string', enum: ['A', null], nullable: true },
  ],
  [{ type: 'null' }, { description: 'Always null.', type: 'string', nullable: true }],
  [{ type: ['string', 'integer'] }, { anyOf: [{ type: 'string' }, { type: 'integer' }] }],
  [{ anyOf: [{ $ref: '#/x' }, { type: 'null' }] }, { type: 'object', allOf: [{ $ref: '#/x' }], nullable: true }],
  [
    { $ref: '#/x', description: 'Beside it.' },
    { allOf: [{ $ref: '#/x' }], description: 'Beside it.' },
  ],
  [
    { type: 'string', const: 'A' },
    { type: 'string', enum: ['A'] },
  ],
  [
    { type: 'number', const: 2 },
    { type: 'integer', enum: [2] },
  ],
  [
    { type: 'string', examples: ['first', 'second'] },
    { type: 'string', example: 'first' },
  ],
  [
    { type: 'integer', exclusiveMinimum: 0 },
    { type: 'integer', format: 'int64', minimum: 0, exclusiveMinimum: true },
  ],
  [
    { type: 'object', properties: { const: { type: ['object', 'null'] } }, example: { type: ['kept'] } },
    { type: 'object', properties: { const: { type: 'object', nullable: true } }, example: { type: ['kept'] } },
  ],
  [{ description: 'The answer.', links: { next: { requestBody: {} } } }, { description: 'The answer.' }],
])('says %j as 3.0 does', (schema, downgraded) => {
  expect(of(schema)).toEqual(downgraded);
});

it.each(['v1', 'v2'])('makes a valid document of %s, with every operation', async (version) => {
  const text = readFileSync(join(__dirname, `../../../../../docs/api/${version}.openapi.json`), 'utf8');
  const document = JSON.parse(text) as { paths: object };
  const downgraded = downgradeDocument(document) as { openapi: string; paths: object };
  expect(downgraded.openapi).toBe('3.0.3');
  expect(Object.keys(downgraded.paths)).toEqual(Object.keys(document.paths));
  const config = await createConfig({
    rules: { struct: 'error', 'no-unresolved-refs': 'error', 'spec-components-invalid-map-name': 'error' },
  });
  const problems = await lintFromString({ source: JSON.stringify(downgraded), config });
  expect(problems.map(({ message, location }) => [message, location[0]?.pointer])).toEqual([]);
});
