import { randomBytes } from './random-bytes';

it('gives every byte out once', () => {
  const seen = new Set<string>();
  for (let index = 0; index < 5_000; index += 1) seen.add(randomBytes(16).toString('hex'));
  expect(seen.size).toBe(5_000);
});

it('gives the length that was asked for, pooled or not', () => {
  for (const length of [0, 1, 15, 4_095, 4_096, 4_097, 10_000]) expect(randomBytes(length)).toHaveLength(length);
});

it('gives bytes that nobody can change afterwards through an earlier answer', () => {
  const first = randomBytes(8);
  const copy = Buffer.from(first);
  randomBytes(8).fill(0);
  expect(first.equals(copy)).toBe(true);
});
