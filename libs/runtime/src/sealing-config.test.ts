import { Type } from 'typebox';
import { loadConfig } from './load-config';
import { sealerFromConfig, sealingConfig } from './sealing-config';

const [first, second] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64')) as [string, string];
const read = (env: Record<string, string>) => sealerFromConfig(loadConfig(Type.Object(sealingConfig), env));
const place = ['t', 'c', 's'] as const;

test('old keys come as a list and open what they have sealed', () => {
  const sealed = read({ DATA_KEY: first }).seal('x', place);
  const rotated = { DATA_KEY: second, DATA_KEYS_OLD: `${second}, ${first}`, FINGERPRINT_KEY: first };
  expect(read(rotated).open(sealed, place)).toBe('x');
  expect(sealed[0]).toBe(1);
  expect(read({ ...rotated, SEALED_FORMAT: '2' }).seal('x', place)[0]).toBe(2);
});

test('a second key without a fingerprint key is refused, and no message shows a key', () => {
  expect(() => read({ DATA_KEY: second, DATA_KEYS_OLD: first })).toThrow(/DATA_KEYS_OLD needs FINGERPRINT_KEY/);
  expect(() => read({ DATA_KEY: second, DATA_KEYS_OLD: 'short', FINGERPRINT_KEY: first })).toThrow(/^((?!short)[^])*$/);
});
