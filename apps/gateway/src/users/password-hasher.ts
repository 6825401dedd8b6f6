import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Type, type Static, type TObject } from 'typebox';
import { normalizePassword } from './password-rules';
import { passwordsBusy } from './user-errors';

/** Spread into the gateway's configuration. Less than the minimum is weaker than OWASP recommends. */
export const passwordConfig = {
  PASSWORD_MEMORY_KIB: Type.Integer({
    default: 32_768,
    minimum: 19_456,
    maximum: 1_048_576,
    description: 'KiB of memory that argon2id takes for one password; raised, passwords are hashed anew at sign-in',
  }),
  PASSWORD_PASSES: Type.Integer({ default: 3, minimum: 2, maximum: 20, description: 'passes of argon2id' }),
  PASSWORD_PARALLELISM: Type.Integer({ default: 1, minimum: 1, maximum: 4, description: 'lanes of argon2id' }),
  PASSWORDS_AT_ONCE: Type.Integer({
    default: 2,
    minimum: 1,
    maximum: 16,
    description: 'passwords hashed at once by one process, each with PASSWORD_MEMORY_KIB; more wait',
  }),
};

export type PasswordConfig = Static<TObject<typeof passwordConfig>>;

/** The cost of one hash. */
interface Cost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

export interface PasswordHasher {
  /** PHC string: `$argon2id$v=19$m=32768,t=3,p=1$<salt>$<hash>`. */
  hash(password: string): Promise<string>;
  /**
   * Compares in constant time. Without a stored hash it does the same work and is false, so that the time tells nothing.
   * @throws AppError UNAVAILABLE when too many passwords wait.
   */
  verify(password: string, stored: string | undefined): Promise<boolean>;
  /** Whether a stored hash has another cost than new ones. */
  isOutdated(stored: string): boolean;
}

const saltBytes = 16;
const hashBytes = 32;
/** Two seconds of work: waiting longer only holds connections. */
const waitingMax = 40;

const derive = promisify(argon2);

/** Runs argon2id on the threads of libuv, at most `PASSWORDS_AT_ONCE` at a time. */
export function createPasswordHasher(config: PasswordConfig): PasswordHasher {
  const cost: Cost = {
    memory: config.PASSWORD_MEMORY_KIB,
    passes: config.PASSWORD_PASSES,
    parallelism: config.PASSWORD_PARALLELISM,
  };
  const limited = limitConcurrency(config.PASSWORDS_AT_ONCE);
  const dummy = write(cost, randomBytes(saltBytes), randomBytes(hashBytes));

  const compute = (password: string, salt: Buffer, { memory, passes, parallelism }: Cost): Promise<Buffer> =>
    limited(() =>
      derive('argon2id', {
        message: normalizePassword(password),
        nonce: salt,
        memory,
        passes,
        parallelism,
        tagLength: hashBytes,
      }),
    );

  return {
    async hash(password) {
      const salt = randomBytes(saltBytes);
      return write(cost, salt, await compute(password, salt, cost));
    },
    async verify(password, stored) {
      const { cost: storedCost, salt, hash } = read(stored ?? dummy);
      const computed = await compute(password, salt, storedCost);
      return timingSafeEqual(computed, hash) && stored !== undefined;
    },
    isOutdated: (stored) => !stored.startsWith(`${buildHead(cost)}$`),
  };
}

function buildHead({ memory, passes, parallelism }: Cost): string {
  return `$argon2id$v=19$m=${String(memory)},t=${String(passes)},p=${String(parallelism)}`;
}

function write(cost: Cost, salt: Buffer, hash: Buffer): string {
  const encode = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');
  return `${buildHead(cost)}$${encode(salt)}$${encode(hash)}`;
}

const phcShape = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]{43})$/;

function read(stored: string): { readonly cost: Cost; readonly salt: Buffer; readonly hash: Buffer } {
  const [, memory, passes, parallelism, salt, hash] = phcShape.exec(stored) ?? [];
  if (salt === undefined || hash === undefined) throw new Error('A stored password hash is not argon2id');
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  return { cost, salt: Buffer.from(salt, 'base64'), hash: Buffer.from(hash, 'base64') };
}

function limitConcurrency(atOnce: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (waiting.length >= waitingMax) throw passwordsBusy();
      // The one that ends hands its place over, so `running` stays.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
