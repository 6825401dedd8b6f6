import { randomBytes } from 'node:crypto';
import { createSealer } from './sealer';

const key = randomBytes(32).toString('base64');

test('what was sealed opens to the same text and is different bytes each time', () => {
  const sealer = createSealer(key);
  const text = 'segredo \u{1F352}';
  const sealed = sealer.seal(text);
  expect(createSealer(key).open(sealed)).toBe(text);
  expect(sealed.equals(sealer.seal(text))).toBe(false);
  expect(sealed.includes(Buffer.from(text))).toBe(false);
  expect(sealer.open(sealer.seal(''))).toBe('');
});

test('a changed byte anywhere, a cut value or another key does not open', () => {
  const sealer = createSealer(key);
  const sealed = sealer.seal('secret');
  for (let index = 0; index < sealed.length; index += 1) {
    const changed = Buffer.from(sealed);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(() => sealer.open(changed)).toThrow();
  }
  expect(() => sealer.open(sealed.subarray(0, 10))).toThrow();
  expect(() => createSealer(randomBytes(32).toString('base64')).open(sealed)).toThrow();
});

test('fingerprints are equal for equal texts under one key only', () => {
  const sealer = createSealer(key);
  expect(sealer.fingerprint('a').equals(createSealer(key).fingerprint('a'))).toBe(true);
  expect(sealer.fingerprint('a').equals(sealer.fingerprint('b'))).toBe(false);
  expect(sealer.fingerprint('a').equals(createSealer(randomBytes(32).toString('base64')).fingerprint('a'))).toBe(false);
});

test('a key of another length is refused without being shown', () => {
  expect(() => createSealer('c2hvcnQ=')).toThrow('The data key must be 32 bytes in base64, not 5 bytes');
});
