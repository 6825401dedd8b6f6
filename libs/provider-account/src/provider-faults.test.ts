import { clockSentence, lastFour, noAnswerSentence } from './provider-faults';

describe('what a provider that gave no answer means', () => {
  it.each([
    ['DNS', 'cannot be resolved'],
    ['BLOCKED_ADDRESS', 'may not be called'],
    ['ECONNREFUSED', 'Nothing answers at bank.example:8443'],
    ['TIMEOUT', 'did not answer in time'],
    ['CONNECT_TIMEOUT', 'did not answer in time'],
    ['CERT_HAS_EXPIRED', 'has ended'],
    ['CERT_NOT_YET_VALID', 'is not valid yet'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'is of another name'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', "set the provider's 'ca'"],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', "set the provider's 'ca'"],
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'may not accept the certificate'],
    ['ECONNRESET', 'may not accept the certificate'],
    ['EPROTO', 'does not speak TLS'],
    ['BODY_TOO_LARGE', 'no answer of an API'],
    ['SOMETHING_NEW', 'gave no usable answer (SOMETHING_NEW)'],
  ])('%s is told in a sentence with its host', (code, part) => {
    const sentence = noAnswerSentence({ code, host: 'bank.example:8443' });
    expect(sentence).toContain(part);
    expect(sentence).toContain('bank.example:8443');
  });
});

it('clocks are told apart from a minute on, in both directions', () => {
  const now = new Date('2026-11-22T12:00:00.000Z');
  const at = (seconds: number) => clockSentence(new Date(now.getTime() + seconds * 1_000), now);
  expect([at(60), at(-60), clockSentence(undefined, now)]).toEqual([undefined, undefined, undefined]);
  expect(at(-61)).toBe("The clock of this installation is 61 s ahead of the provider's");
  expect(at(3_600)).toBe("The clock of this installation is 3600 s behind the provider's");
});

it('a short secret shows none of its characters', () => {
  expect([lastFour('a'.repeat(15)), lastFour(`${'a'.repeat(12)}wxyz`)]).toEqual(['', 'wxyz']);
});
