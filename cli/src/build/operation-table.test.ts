import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  groupTexts,
  operationTable,
  toolSchemas,
  type ApiDocument,
  type Operation,
  type Schema,
} from '@pitanga/assistant';
import { Pitanga } from '@pitanga-pay/sdk';
import { moneyFields } from '../output/money';

const path = join(__dirname, '../../../docs/api/v2.openapi.json');
const document = JSON.parse(readFileSync(path, 'utf8')) as ApiDocument;
const table = operationTable(document);
const named = (command: string): Operation => table.find(({ words }) => words.join(' ') === command)!;

describe('the table of operations', () => {
  it('has every operation of the document but the stream and the reads of transparent charges, each once', () => {
    const documented = Object.values(document.paths).flatMap((methods) => Object.keys(methods));
    expect(table).toHaveLength(documented.length - 3);
    expect(new Set(table.map(({ words }) => words.join(' '))).size).toBe(table.length);
  });

  it.each(table.map(({ words }) => words.join(' ')))('%s is a method of the SDK', (command) => {
    const words = command.split(' ').map((word) => word.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()));
    const found = words.reduce<unknown>(
      (node, word) => (node as Record<string, unknown>)[word],
      new Pitanga('pit_dev_x'),
    );
    expect(found).toBeInstanceOf(Function);
  });

  it('knows what an operation takes', () => {
    const create = named('charges create');
    expect(create).toMatchObject({ write: true, paged: false, permission: 'CHECKOUT:CREATE' });
    expect(create.fields).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'method', type: 'string', choices: ['PIX', 'BOLETO', 'CARD'] }),
        expect.objectContaining({ name: 'data.amount', type: 'integer', required: true }),
        expect.objectContaining({ name: 'data.customer.taxId', type: 'string' }),
        expect.objectContaining({ name: 'data.metadata', type: 'json' }),
      ]),
    );
    expect(named('charges list')).toMatchObject({ write: false, paged: true });
    expect(named('charges list').argument).toBeUndefined();
    expect(named('customers get').argument).toBe('id');
    expect(named('search').argument).toBe('query');
    expect(named('checkouts create').fields.find(({ name }) => name === 'methods')?.type).toBe('list');
  });

  it('says of every group what it is about', () => {
    const texts = groupTexts(document);
    expect(texts['charges']).toBe('Every charge of the store, whatever created it.');
    for (const text of Object.values(texts)) expect(text).not.toBe('');
  });

  it('gives assistants schemas that refer to nothing', () => {
    const schemas = toolSchemas(document);
    expect(Object.keys(schemas)).toEqual(table.map(({ words }) => words.join(' ')));
    expect(JSON.stringify(schemas)).not.toContain('$ref');
    expect(schemas['charges create']).toMatchObject({ required: ['data'] });
  });
});

describe('amounts in tables', () => {
  /** Of one name, centavos or a percentage: shown as the API has it. */
  const ambiguous = new Set(['value', 'discount', 'usage']);

  it('are every field that the document gives in centavos', () => {
    const inCentavos = new Set<string>();
    const visit = (name: string, schema: Schema): void => {
      const types = [schema.type ?? []].flat();
      if (types.includes('integer') && /\bCentavos\b/i.test(schema.description ?? '')) inCentavos.add(name);
      for (const [key, property] of Object.entries(schema.properties ?? {})) visit(key, property);
      for (const one of schema.anyOf ?? []) visit(name, one);
      if (schema.items !== undefined) visit(name, schema.items);
    };
    for (const schema of Object.values(document.components.schemas)) visit('', schema);
    expect(inCentavos.size).toBeGreaterThan(10);
    expect([...inCentavos].filter((name) => !moneyFields.has(name) && !ambiguous.has(name))).toEqual([]);
  });
});
