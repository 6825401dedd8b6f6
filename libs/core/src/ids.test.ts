import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { createIdSource, idPrefixes, idTime, isId, lowestIdAt, randomBase62, toBase62, type IdKind } from './ids';

const ids = createIdSource(randomBytes);
const kinds = Object.keys(idPrefixes) as IdKind[];
const at = new Date('2026-11-20T15:00:00.000Z');

describe('ids', () => {
  it('are a prefix and 24 characters of [0-9A-Za-z], for every kind', () => {
    for (const kind of kinds) {
      const id = ids.next(kind, at);
      expect(id).toMatch(new RegExp(`^${idPrefixes[kind]}_[0-9A-Za-z]{24}$`));
      expect(isId(kind, id)).toBe(true);
    }
  });

  it('sort by the millisecond of their creation', () => {
    const instant = fc.date({ min: new Date(0), max: new Date('2150-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(instant, instant, (one, other) => {
        fc.pre(one.getTime() !== other.getTime());
        expect(ids.next('customer', one) < ids.next('customer', other)).toBe(one < other);
      }),
    );
  });

  it('differ within one millisecond', () => {
    expect(new Set(Array.from({ length: 10_000 }, () => ids.next('event', at))).size).toBe(10_000);
  });

  it('carry the time in base 62', () => {
    expect(toBase62(0, 9)).toBe('000000000');
    expect(toBase62(61, 2)).toBe('0z');
    expect(toBase62(62, 2)).toBe('10');
    expect(ids.next('store', at).slice('store_'.length, 'store_'.length + 9)).toBe(toBase62(at.getTime(), 9));
  });

  it('are bounded by the instant at which they are made, for every kind', () => {
    for (const kind of kinds) {
      const id = ids.next(kind, at);
      expect(id >= lowestIdAt(kind, at)).toBe(true);
      expect(id < lowestIdAt(kind, new Date(at.getTime() + 1))).toBe(true);
    }
    expect(lowestIdAt('customer', at)).toBe(`cust_${idTime(at.getTime())}`);
    expect(idTime(-1)).toBe('000000000');
  });

  it('use each character equally: bytes that would favour some are thrown away', () => {
    const bytes = [Uint8Array.from([248, 255, 0, 61, 62, 247]), Uint8Array.from([1])];
    expect(randomBase62(() => bytes.shift() ?? Uint8Array.from([2]), 6)).toBe('0z0z12');
    expect(ids.token(43)).toMatch(/^[0-9A-Za-z]{43}$/);
  });

  it('are not accepted in any other shape', () => {
    const id = ids.next('customer', at);
    for (const text of [
      '',
      'cust_',
      id.slice(0, -1),
      `${id}a`,
      `${id}\n`,
      id.replace('cust', 'bill'),
      `${id.slice(0, -1)}-`,
    ]) {
      expect(isId('customer', text)).toBe(false);
    }
    expect(isId('pixCharge', ids.next('boletoCharge', at))).toBe(false);
    expect(isId('boletoCharge', ids.next('pixCharge', at))).toBe(false);
  });
});
