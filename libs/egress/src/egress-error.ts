/** Why a request got no response. */
type RequestOutcome = 'timeout' | 'dns' | 'connect' | 'tls' | 'protocol' | 'blocked_address' | 'aborted';

/** Downloads add: a status other than 200, too many redirects, a redirect loop, an encoded or too large body. */
export type EgressOutcome = RequestOutcome | 'status' | 'redirects' | 'redirect_loop' | 'encoded' | 'too_large';

// Fixed sentences: merchants see them, so they must not reveal the internal network.
const sentences: Readonly<Record<EgressOutcome, string>> = {
  timeout: 'The endpoint did not answer in time',
  dns: 'The name of the endpoint could not be resolved',
  connect: 'The connection to the endpoint failed',
  tls: 'The TLS connection to the endpoint failed',
  protocol: 'The endpoint did not answer with valid HTTP',
  blocked_address: 'The endpoint is at an address that may not be called',
  aborted: 'The request was given up',
  status: 'The endpoint did not answer with status 200',
  redirects: 'The endpoint redirects too often',
  redirect_loop: 'The endpoint redirects in a circle',
  encoded: 'The endpoint answered with an encoded body',
  too_large: 'The endpoint answered with too large a body',
};

/** A request without a usable response. Compare `outcome`; the message is for people and contains no address. */
export class EgressError extends Error {
  readonly outcome: EgressOutcome;

  constructor(outcome: EgressOutcome, cause?: unknown) {
    super(sentences[outcome], { cause });
    this.name = 'EgressError';
    this.outcome = outcome;
  }
}

const dnsCodes = /^(ENOTFOUND|ENODATA|ESERVFAIL|EREFUSED|ETIMEOUT|ENONAME|EAI_[A-Z]+)$/;
const tlsCodes =
  /^(ERR_TLS_|ERR_SSL_|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|ERROR_IN_CERT|CRL_|EPROTO$)/;
const protocolCodes = /^(HPE_|UND_ERR_(HEADERS_OVERFLOW|RES_|RESPONSE|INVALID_ARG|REQ_CONTENT))/;
const timeoutCodes = /^(ETIMEDOUT|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT)$/;

/** Maps an error of the HTTP client to an outcome; unknown errors count as a failed connection. */
export function toOutcome(error: unknown): EgressOutcome {
  const codes: string[] = [];
  for (const link of listCauses(error)) {
    if (link instanceof EgressError) return link.outcome;
    if (typeof link.code === 'string') codes.push(link.code);
    // The client's parser errors have a name and no code.
    if (link.name === 'HTTPParserError') codes.push('HPE_INVALID');
  }
  if (codes.some((code) => tlsCodes.test(code))) return 'tls';
  if (codes.some((code) => dnsCodes.test(code))) return 'dns';
  if (codes.some((code) => timeoutCodes.test(code))) return 'timeout';
  if (codes.some((code) => protocolCodes.test(code))) return 'protocol';
  return 'connect';
}

/** An error, its causes and its aggregated errors (happy eyeballs fails with several at once). */
function listCauses(error: unknown): { readonly code?: unknown; readonly name?: unknown }[] {
  const links: object[] = [];
  let queue: unknown[] = [error];
  while (queue.length > 0 && links.length < 20) {
    const objects = queue.filter((item): item is object => typeof item === 'object' && item !== null);
    links.push(...objects);
    queue = objects.flatMap((link) => [
      (link as { cause?: unknown }).cause,
      ...((link as { errors?: unknown[] }).errors ?? []),
    ]);
  }
  return links;
}
