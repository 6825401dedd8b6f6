import { Type } from 'typebox';
import { redactInput } from './redact-input';

const Card = Type.Object({ number: Type.String(), holder: Type.String(), expirationMonth: Type.Integer() });
const schema = Type.Object({
  id: Type.Optional(Type.String()),
  customerId: Type.Optional(Type.String()),
  externalId: Type.Optional(Type.String()),
  taxId: Type.Optional(Type.String()),
  method: Type.Optional(Type.Unsafe<string>({ type: 'string', enum: ['PIX', 'CARD'] })),
  amount: Type.Optional(Type.Integer()),
  quick: Type.Optional(Type.Boolean()),
  startDate: Type.Optional(Type.String()),
  card: Type.Optional(Card),
  items: Type.Optional(Type.Array(Type.Object({ id: Type.String(), quantity: Type.Integer() }))),
  either: Type.Optional(Type.Union([Type.Object({ note: Type.String() }), Type.Object({ code: Type.String() })])),
  metadata: Type.Optional(Type.Unsafe<object>({ type: 'object', additionalProperties: true })),
});

const shown = (input: unknown): unknown => {
  const json = redactInput(input, schema);
  return json === undefined ? undefined : JSON.parse(json);
};

describe('redacted input', () => {
  it('shows ids of ours, closed lists, booleans, days, amounts and counts', () => {
    const plain = {
      id: 'bill_0VyCLbX8WtQ4zN7kR2mS5vB1',
      customerId: 'cust_0VyCLbX8WtQ4zN7kR2mS5vB1',
      method: 'PIX',
      amount: 1990,
      quick: true,
      startDate: '2026-11-21',
      items: [{ id: 'prod_0VyCLbX8WtQ4zN7kR2mS5vB1', quantity: 2 }],
    };
    expect(shown(plain)).toEqual(plain);
  });

  it('masks every other value, also in the fields of an id, a list and a day', () => {
    const secret = 'pit_dev_0VyCLbX8WtQ4zN7kR2mS5vB10VyCLbX8ABCDEF';
    const input = {
      id: secret,
      customerId: 'ana@example.com',
      externalId: 'bill_0VyCLbX8WtQ4zN7kR2mS5vB1',
      taxId: '123.456.789-09',
      method: '12345678909',
      amount: '12345678909',
      startDate: '123.456.789-09',
      card: { number: '4242424242424242', holder: 'Ana', expirationMonth: 12 },
      either: { note: 'Ana', code: '123' },
    };
    expect(shown(input)).toEqual({
      ...Object.fromEntries(Object.keys(input).map((name) => [name, '***'])),
      card: { number: '***', holder: '***', expirationMonth: '***' },
      either: { note: '***', code: '***' },
    });
  });

  it('counts names that the schema does not know, which may be data themselves', () => {
    expect(shown({ 'ana@example.com': 1, amount: 5, metadata: { Ana: 1, '123.456.789-09': 2 } })).toEqual({
      amount: 5,
      metadata: { '***': 2 },
      '***': 1,
    });
    expect(redactInput({ Ana: 1 }, undefined)).toBe('{"***":1}');
  });

  it('is at most 2 KiB, however long lists, texts and nesting are', () => {
    const items = Array.from({ length: 100 }, () => ({ id: 'x'.repeat(1_000), quantity: 1 }));
    expect(shown({ items })).toEqual({ items: [...Array<object>(5).fill({ id: '***', quantity: 1 }), '95 more'] });
    const wide = Type.Object(Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`field${String(n)}`, Card])));
    const card = { number: '1', holder: 'A', expirationMonth: 1 };
    const input = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`field${String(n)}`, card]));
    const json = redactInput(input, wide) ?? '';
    expect(Buffer.byteLength(json)).toBeLessThanOrEqual(2_048);
    expect(JSON.parse(json)).toMatchObject({ field99: '***' });
  });

  it.each([undefined, null, {}, [], 'text', 7])('of %j is nothing', (input) => {
    expect(redactInput(input, schema)).toBeUndefined();
  });
});
