import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readInput, type Given } from './input';
import type { Operation } from '@pitanga/assistant';

const operation: Operation = {
  words: ['things', 'update'],
  write: true,
  summary: 'Update a thing',
  text: '',
  permission: null,
  argument: 'id',
  paged: false,
  fields: [
    { name: 'id', type: 'string', required: true },
    { name: 'data.amount', type: 'integer' },
    { name: 'data.customer.name', type: 'string' },
    { name: 'late', type: 'boolean' },
    { name: 'methods', type: 'list' },
    { name: 'metadata', type: 'json' },
  ],
};
const read = (given: Partial<Given>, standardInput = '') =>
  readInput(operation, { argument: 'thing_1', options: {}, ...given }, () => Promise.resolve(standardInput));

describe('the input of an operation', () => {
  it('is nested by the dots of options, each of its type', async () => {
    const options = {
      'data.amount': '12345',
      'data.customer.name': '42',
      late: 'false',
      methods: ['PIX', 'CARD'],
      metadata: '{"a":[1]}',
    };
    expect(await read({ options })).toEqual({
      id: 'thing_1',
      data: { amount: 12_345, customer: { name: '42' } },
      late: false,
      methods: ['PIX', 'CARD'],
      metadata: { a: [1] },
    });
  });

  it('is what --data has, with the options over it', async () => {
    const data = '{"data":{"amount":1,"customer":{"name":"Ana"}},"more":null}';
    const expected = { id: 'thing_1', data: { amount: 2, customer: { name: 'Ana' } }, more: null };
    expect(await read({ data, options: { 'data.amount': '2' } })).toEqual(expected);
    expect(await read({ data: '-', options: { 'data.amount': '2' } }, data)).toEqual(expected);
  });

  it('may have its id in --data', async () => {
    expect(await read({ argument: undefined, data: '{"id":"thing_2"}' })).toEqual({ id: 'thing_2' });
  });

  it('is read from a file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pitanga-input-'));
    writeFileSync(join(folder, 'body.json'), '{"late":true}');
    expect(await read({ data: `@${join(folder, 'body.json')}` })).toEqual({ id: 'thing_1', late: true });
    rmSync(folder, { recursive: true });
    await expect(read({ data: `@${join(folder, 'body.json')}` })).rejects.toThrow('cannot be read');
  });

  it.each<[string, Partial<Given>, string]>([
    ['no id', { argument: undefined }, 'The id is missing.'],
    ['a word for a number', { options: { 'data.amount': 'ten' } }, '--data.amount takes a whole number, not ten.'],
    ['a fraction', { options: { 'data.amount': '1.5' } }, '--data.amount takes a whole number'],
    ['neither true nor false', { options: { late: 'no' } }, '--late takes true or false'],
    ['text for JSON', { options: { metadata: '{a}' } }, '--metadata takes JSON.'],
    ['an array as the body', { data: '[]' }, '--data is not a JSON object.'],
  ])('is refused with %s', async (_, given, sentence) => {
    await expect(read(given)).rejects.toMatchObject({ exitCode: 2, message: expect.stringContaining(sentence) });
  });

  it('says what an amount in reais is in centavos', async () => {
    await expect(read({ options: { 'data.amount': '12,34' } })).rejects.toMatchObject({
      next: 'Amounts are in centavos: 1234',
    });
  });
});
