import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { X509Certificate } from 'node:crypto';
import { experimental, type ChannelCredentials, type ServerCredentials } from '@grpc/grpc-js';
import { configError, type Log } from '@pitanga/runtime';
import { onlyFrom } from './rpc-callers';

/** Settings that turn mutual TLS on: all three or none. */
export interface RpcTlsConfig {
  readonly RPC_TLS_CERT_FILE?: string;
  readonly RPC_TLS_KEY_FILE?: string;
  readonly RPC_TLS_CA_FILE?: string;
  /** DNS names in the certificates of those that may call; absent: every certificate of the authority. */
  readonly RPC_CALLERS?: readonly string[];
}

/** A process's certificate and its trusted authority, as a server and as a client. */
export interface RpcTls {
  readonly server: ServerCredentials;
  readonly client: ChannelCredentials;
}

type Provider = experimental.CertificateProvider;

interface Files {
  readonly cert: string;
  readonly key: string;
  readonly ca: string;
}

type Certificates = Readonly<Record<keyof Files, Buffer>>;

const names = ['RPC_TLS_CERT_FILE', 'RPC_TLS_KEY_FILE', 'RPC_TLS_CA_FILE'] as const;

/** Kubernetes updates a mounted secret within about a minute, and certificates are renewed days before they expire. */
const refreshMsDefault = 10_000;

/**
 * Mutual TLS from three mounted PEM files, or undefined (plain text) when none is configured. A server then refuses
 * callers without a certificate of the authority, and a client servers without one for the name it calls. With
 * `RPC_CALLERS` a server answers others PERMISSION_DENIED, whatever they ask.
 *
 * The files are read again every ten seconds. New connections use the new certificates, and the age limit of
 * connections (see createRpcServer) closes the old ones. Files that cannot be read or do not match (a half-written
 * change) are logged, and the last good ones stay in use.
 *
 * @throws ConfigError when only some of the files are configured, they cannot be used, or callers are named without them
 */
export function rpcTls(config: RpcTlsConfig, log: Log, refreshMs = refreshMsDefault): RpcTls | undefined {
  const { RPC_TLS_CERT_FILE: cert, RPC_TLS_KEY_FILE: key, RPC_TLS_CA_FILE: ca } = config;
  if (cert === undefined && key === undefined && ca === undefined) {
    if (config.RPC_CALLERS)
      throw configError(['RPC_CALLERS is set, but without the three RPC_TLS_ settings nobody shows a name']);
    return undefined;
  }
  if (cert === undefined || key === undefined || ca === undefined) {
    const missing = names.filter((name) => config[name] === undefined);
    throw configError(missing.map((name) => `${name} is missing: the three RPC_TLS_ settings go together`));
  }
  const provider = watchFiles({ cert, key, ca }, log, refreshMs);
  const server = experimental.createCertificateProviderServerCredentials(provider, provider, true);
  return {
    server: config.RPC_CALLERS
      ? experimental.createServerCredentialsWithInterceptors(server, [onlyFrom(config.RPC_CALLERS, log)])
      : server,
    client: experimental.createCertificateProviderChannelCredentials(provider, provider),
  };
}

/**
 * Replaces grpc-js's own provider, which refuses every connection until its next read when a file cannot be read or the
 * key changes before its certificate.
 */
function watchFiles(files: Files, log: Log, refreshMs: number): Provider {
  const caListeners = new Set<experimental.CaCertificateUpdateListener>();
  const identityListeners = new Set<experimental.IdentityCertificateUpdateListener>();
  let current = firstCertificates(files);
  let timer: NodeJS.Timeout | undefined;

  function refresh(): void {
    try {
      const found = readCertificates(files);
      if (isSame(found, current)) return;
      current = found;
    } catch (error) {
      log.error({ err: error }, 'the renewed RPC certificate is not usable; the last one stays in use');
      return;
    }
    log.info({ validTo: new X509Certificate(current.cert).validTo }, 'the RPC certificate was renewed');
    for (const listener of caListeners) listener({ caCertificate: current.ca });
    for (const listener of identityListeners) listener(toIdentity(current));
  }

  function watchWhileUsed(): void {
    const isUsed = caListeners.size + identityListeners.size > 0;
    if (isUsed) timer ??= setInterval(refresh, refreshMs).unref();
    else clearInterval(timer);
    if (!isUsed) timer = undefined;
  }

  // grpc-js adds a listener before it can handle the first call, hence the next tick.
  return {
    addCaCertificateListener(listener) {
      caListeners.add(listener);
      process.nextTick(() => listener({ caCertificate: current.ca }));
      watchWhileUsed();
    },
    addIdentityCertificateListener(listener) {
      identityListeners.add(listener);
      process.nextTick(() => listener(toIdentity(current)));
      watchWhileUsed();
    },
    removeCaCertificateListener(listener) {
      caListeners.delete(listener);
      watchWhileUsed();
    },
    removeIdentityCertificateListener(listener) {
      identityListeners.delete(listener);
      watchWhileUsed();
    },
  };
}

function toIdentity({ cert, key }: Certificates): experimental.IdentityCertificateUpdate {
  return { certificate: cert, privateKey: key };
}

function firstCertificates(files: Files): Certificates {
  try {
    return readCertificates(files);
  } catch (error) {
    throw configError([`the RPC_TLS_ files are not usable: ${(error as Error).message}`]);
  }
}

/** @throws when a file cannot be read, is no PEM, or the key is not the certificate's */
function readCertificates({ cert, key, ca }: Files): Certificates {
  const found = { cert: readFileSync(cert), key: readFileSync(key), ca: readFileSync(ca) };
  createSecureContext(found);
  return found;
}

function isSame(a: Certificates, b: Certificates): boolean {
  return a.cert.equals(b.cert) && a.key.equals(b.key) && a.ca.equals(b.ca);
}
