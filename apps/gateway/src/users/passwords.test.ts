import { createPasswordHasher } from './password-hasher';
import { checkPassword } from './password-rules';

const config = { PASSWORD_MEMORY_KIB: 64, PASSWORD_PASSES: 1, PASSWORD_PARALLELISM: 1, PASSWORDS_AT_ONCE: 2 };
const email = 'anabelaaparecida@example.com';

describe('a password', () => {
  it.each([
    ['short', 'onze letras', 'PASSWORD_LENGTH'],
    ['long', 'é'.repeat(101).normalize('NFD') + 'ab'.repeat(50), 'PASSWORD_LENGTH'],
    ['common', 'Senha1234567', 'PASSWORD_COMMON'],
    ['common with spaces', 'correct horse battery staple', 'PASSWORD_COMMON'],
    ['one letter', 'aaaaaaaaaaaaaaa', 'PASSWORD_COMMON'],
    ['a repeated part', 'lolalolalolalola', 'PASSWORD_COMMON'],
    ['a run', '123456789012345', 'PASSWORD_COMMON'],
    ['a run back', 'zyxwvutsrqponm', 'PASSWORD_COMMON'],
    ['the e-mail', email.toUpperCase(), 'PASSWORD_IS_EMAIL'],
    ['the name of the e-mail', 'AnabelaAparecida', 'PASSWORD_IS_EMAIL'],
  ])('that is %s is refused', (_why, password, reason) => {
    expect(() => checkPassword(password, email)).toThrow(expect.objectContaining({ reason }) as Error);
  });

  it.each(['doze letras!', 'uma frase com espaços ', '😀'.repeat(6) + 'abcxyz', 'x'.repeat(100) + 'yz'.repeat(50)])(
    'like %s is taken',
    (password) => {
      expect(() => checkPassword(password, email)).not.toThrow();
    },
  );
});

describe('the hash of a password', () => {
  it('holds its cost and a salt of its own, and fits only its password in every way of writing it', async () => {
    const hasher = createPasswordHasher(config);
    const [one, other] = [await hasher.hash('coração de mãe'), await hasher.hash('coração de mãe')];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(one).not.toBe(other);
    expect(await hasher.verify('coração de mãe'.normalize('NFD'), one)).toBe(true);
    expect(await hasher.verify('coração de mãe ', one)).toBe(false);
    expect(await hasher.verify('coração de mãe', undefined)).toBe(false);
  });

  it('is checked after the cost was raised, and is then outdated', async () => {
    const before = createPasswordHasher(config);
    const after = createPasswordHasher({ ...config, PASSWORD_PASSES: 2 });
    const hash = await before.hash('uma frase');
    expect([before.isOutdated(hash), after.isOutdated(hash)]).toEqual([false, true]);
    expect(await after.verify('uma frase', hash)).toBe(true);
  });

  it('takes as long to check for nobody as for somebody', async () => {
    const hasher = createPasswordHasher({ ...config, PASSWORD_MEMORY_KIB: 8_192, PASSWORD_PASSES: 2 });
    const hash = await hasher.hash('uma frase');
    const medianMs = async (stored: string | undefined) => {
      const times: number[] = [];
      for (let round = 0; round < 15; round += 1) {
        const startedMs = performance.now();
        await hasher.verify('outra frase', stored);
        times.push(performance.now() - startedMs);
      }
      return times.sort((a, b) => a - b)[7] ?? 0;
    };
    const [nobody, somebody] = [await medianMs(undefined), await medianMs(hash)];
    // Without the work it would be a thousandth.
    expect(nobody).toBeGreaterThan(somebody / 5);
  });

  it('is made for so many at once, waits for some more, and is refused to the rest', async () => {
    const hasher = createPasswordHasher({ ...config, PASSWORDS_AT_ONCE: 1 });
    const results = await Promise.allSettled(Array.from({ length: 60 }, () => hasher.hash('uma frase')));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(41);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ reason: 'SIGN_IN_BUSY' });
    }
    await expect(hasher.hash('uma frase')).resolves.toContain('$argon2id$');
  });
});
