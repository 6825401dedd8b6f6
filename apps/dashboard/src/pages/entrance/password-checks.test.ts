import { checkPassword, isAccepted } from './password-checks';

const email = 'ana.souza@example.com';
const accepted = (password: string) => isAccepted(checkPassword(password, email));

describe('the rules of a password, told while it is typed', () => {
  it('take what the server takes', () => {
    for (const password of ['uma frase bem longa', 'Xk3!xk3?Xk3!', 'senha com 12 ', 'ação-ção-12345']) {
      expect([password, accepted(password)]).toEqual([password, true]);
    }
  });

  it('count characters as people see them, not their bytes', () => {
    expect(checkPassword('🙂🍒🌵🐙🎈🪁🥭🧉🪴🛶🎻', email).hasLength).toBe(false);
    expect(checkPassword('🙂🍒🌵🐙🎈🪁🥭🧉🪴🛶🎻🪗', email).hasLength).toBe(true);
    expect(checkPassword('a'.repeat(201), email).hasLength).toBe(false);
  });

  it('refuse repetitions and runs of neighbours', () => {
    for (const password of ['aaaaaaaaaaaa', 'abcabcabcabc', '123456789012', 'zyxwvutsrqpo', 'abababababab']) {
      expect([password, checkPassword(password, email).isVaried]).toEqual([password, false]);
    }
  });

  it('refuse the e-mail and its name, however they are written', () => {
    expect(checkPassword('ANA.SOUZA@example.com', email).isNotEmail).toBe(false);
    expect(checkPassword('ana.souza', email).isNotEmail).toBe(false);
  });

  it('are all open while nothing is typed', () => {
    expect(checkPassword('', email)).toEqual({ hasLength: false, isVaried: false, isNotEmail: false });
  });
});
