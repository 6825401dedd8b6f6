import { randomFillSync } from 'node:crypto';

const poolBytes = 4_096;
let pool = Buffer.alloc(0);

/**
 * `length` bytes of the system's cryptographic randomness, for ids and tokens. Drawn from a pool that one
 * system call fills, because a call for each id was a tenth of the cost of creating a charge. No byte is
 * given out twice, and what was given out is wiped from the pool.
 */
export function randomBytes(length: number): Buffer {
  if (length > poolBytes) return randomFillSync(Buffer.alloc(length));
  if (pool.length < length) pool = randomFillSync(Buffer.alloc(poolBytes));
  const taken = Buffer.from(pool.subarray(0, length));
  pool.fill(0, 0, length);
  pool = pool.subarray(length);
  return taken;
}
