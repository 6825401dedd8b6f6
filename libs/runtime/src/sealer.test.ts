import { randomBytes } from 'node:crypto';
import { createSealer, deriveFingerprintKey, type SealedPlace } from './sealer';

const aKey = (): string => randomBytes(32).toString('base64');
const key = aKey();
const here: SealedPlace = ['customers', 'tax_id_sealed', 'store_1', 'cust_1'];

describe.each([1, 2] as const)('a value sealed in format %s', (format) => {
  const sealer = createSealer(key, { format });

  it('opens to the same text and is different bytes each time', () => {
    const text = 'segredo \u{1F352}';
    const sealed = sealer.seal(text, here);
    expect(createSealer(key).open(sealed, here)).toBe(text);
    expect(createSealer(key, { format: 2 }).open(sealed, here)).toBe(text);
    expect(sealed.equals(sealer.seal(text, here))).toBe(false);
    expect(sealed.includes(Buffer.from(text))).toBe(false);
    expect(sealer.open(sealer.seal('', here), here)).toBe('');
  });

  it('does not open with a changed byte anywhere, when it is cut, or with another key', () => {
    const sealed = sealer.seal('secret', here);
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => sealer.open(changed, here)).toThrow();
    }
    for (const length of [0, 1, 4, 10, 20]) expect(() => sealer.open(sealed.subarray(0, length), here)).toThrow();
    expect(() => createSealer(aKey()).open(sealed, here)).toThrow();
  });

  it('opens with an old key, and no more once that is gone', () => {
    const sealed = sealer.seal('secret', here);
    const next = aKey();
    expect(createSealer(next, { oldKeys: [aKey(), key] }).open(sealed, here)).toBe('secret');
    expect(() => createSealer(next).open(sealed, here)).toThrow();
  });
});

it('is bound to its table, column, store and record in format 2', () => {
  const sealer = createSealer(key, { format: 2 });
  const sealed = sealer.seal('secret', here);
  const elsewhere: SealedPlace[] = [
    ['refunds', 'tax_id_sealed', 'store_1', 'cust_1'],
    ['customers', 'other', 'store_1', 'cust_1'],
    ['customers', 'tax_id_sealed', 'store_2', 'cust_1'],
    ['customers', 'tax_id_sealed', 'store_1', 'cust_2'],
    ['customers', 'tax_id_sealed', 'store_1"', 'cust_1'],
  ];
  for (const place of elsewhere) expect(() => sealer.open(sealed, place)).toThrow();
});

it('tells what its own key and format have sealed from everything else', () => {
  const next = createSealer(aKey(), { oldKeys: [key], format: 2 });
  expect(next.isCurrent(next.seal('x', here))).toBe(true);
  expect(next.isCurrent(createSealer(key, { format: 2 }).seal('x', here))).toBe(false);
  expect(next.isCurrent(createSealer(key).seal('x', here))).toBe(false);
});

test('fingerprints are equal for equal texts under one key only', () => {
  const sealer = createSealer(key);
  expect(sealer.fingerprint('a').equals(createSealer(key).fingerprint('a'))).toBe(true);
  expect(sealer.fingerprint('a').equals(sealer.fingerprint('b'))).toBe(false);
  expect(sealer.fingerprint('a').equals(createSealer(aKey()).fingerprint('a'))).toBe(false);
});

test('fingerprints stay what they were through rotations that keep their key', () => {
  const fingerprintKey = deriveFingerprintKey(key);
  const rotated = createSealer(aKey(), { fingerprintKey });
  expect(rotated.fingerprint('a').equals(createSealer(key).fingerprint('a'))).toBe(true);
  const sealed = createSealer(key).seal('secret', here);
  expect(() => createSealer(fingerprintKey).open(sealed, here)).toThrow();
});

test('a key of another length is refused without being shown', () => {
  expect(() => createSealer('c2hvcnQ=')).toThrow('The data key must be 32 bytes in base64, not 5 bytes');
});
