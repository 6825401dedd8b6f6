import type { NoAnswer } from './provider-http';

/** What a person can do about a provider that gave no answer, by the code of the connection's error. */
const sentences: readonly (readonly [RegExp, string])[] = [
  [/^(DNS|E?NOTFOUND|ENODATA|EAI_.*)$/, 'The name {host} cannot be resolved: look at the address'],
  [
    /^BLOCKED_ADDRESS$/,
    'The address {host} may not be called: it is not public, and the operator has not allowed its network',
  ],
  [/^ECONNREFUSED$/, 'Nothing answers at {host}: look at the address and the port'],
  [/^(TIMEOUT|CONNECT_TIMEOUT|ETIMEDOUT)$/, '{host} did not answer in time'],
  [/^CERT_NOT_YET_VALID$/, 'The certificate of {host} is not valid yet: the clock of this installation may be behind'],
  [/^CERT_HAS_EXPIRED$/, 'The certificate of {host} has ended, or the clock of this installation is ahead'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'The certificate of {host} is of another name: look at the address'],
  [
    /^(SELF_SIGNED_.*|DEPTH_ZERO_.*|UNABLE_TO_.*|CERT_.*)$/,
    "The certificate of {host} is of an authority that is not known here: set the provider's 'ca'",
  ],
  [
    /^(ERR_SSL_.*ALERT.*|ERR_SSL_.*CERTIFICATE.*|ECONNRESET|EPIPE)$/,
    '{host} ended the connection: it may not accept the certificate that was set',
  ],
  [/^(EPROTO|ERR_SSL_.*|ERR_TLS_.*)$/, '{host} does not speak TLS as expected: look at the address and the port'],
  [/^(HPE_.*|BODY_TOO_LARGE)$/, '{host} answered something that is no answer of an API: look at the address'],
];

/** What is wrong, in one sentence that names the host and nothing else of the settings. */
export function noAnswerSentence({ code, host = 'the provider' }: Pick<NoAnswer, 'code' | 'host'>): string {
  const known = sentences.find(([pattern]) => pattern.test(code))?.[1];
  return (known ?? '{host} gave no usable answer').replace('{host}', host) + (known ? '' : ` (${code})`);
}

/** A provider that dates its answers shows whether the clocks agree; signatures and tokens fail where they do not. */
const skewMsMax = 60_000;

export function clockSentence(provider: Date | undefined, now: Date): string | undefined {
  const skewMs = provider === undefined ? 0 : now.getTime() - provider.getTime();
  if (Math.abs(skewMs) <= skewMsMax) return undefined;
  const seconds = String(Math.round(Math.abs(skewMs) / 1_000));
  return `The clock of this installation is ${seconds} s ${skewMs > 0 ? 'ahead of' : 'behind'} the provider's`;
}

/** The last four characters of a long secret; of a short one they would tell too much. */
export function lastFour(secret: string): string {
  return secret.length >= 16 ? secret.slice(-4) : '';
}
