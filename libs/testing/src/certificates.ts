import { constants, generateKeyPairSync, privateEncrypt } from 'node:crypto';
import { md, pki } from 'node-forge';

/** What is wrong with a receiver's certificate, or that nothing is. */
export type ReceiverCertificate = 'trusted' | 'self-signed' | 'expired' | 'wrong host';

export interface ReceiverTls {
  /** PEM of the authority that a client has to trust for `trusted` to be so. */
  readonly ca: string;
  /** PEM. */
  readonly cert: string;
  /** PEM. */
  readonly key: string;
}

const from = new Date('2020-01-01T00:00:00.000Z');
const to = new Date('2050-01-01T00:00:00.000Z');
const past = new Date('2021-01-01T00:00:00.000Z');
const authorityName = 'Test authority';
const subject = 'receiver';
const isAuthority = { name: 'basicConstraints', cA: true };
const subjectAltName = (host: { type: number; value?: string; ip?: string }) => ({
  name: 'subjectAltName',
  altNames: [host],
});
const onThisMachine = subjectAltName({ type: 7, ip: '127.0.0.1' });

let authority: Authority | undefined;

/** Certificates of a receiver on 127.0.0.1. The authority lives as long as the process: making its key takes time. */
export function receiverTls(kind: ReceiverCertificate): ReceiverTls {
  authority ??= createAuthority();
  const names = kind === 'wrong host' ? subjectAltName({ type: 2, value: 'other.example' }) : onThisMachine;
  const issuer = kind === 'self-signed' ? subject : authorityName;
  const cert = authority.issue(subject, issuer, kind === 'expired' ? past : to, [names]);
  return { ca: authority.ca, cert, key: authority.key };
}

/** A certificate for 127.0.0.1 that is its own authority, with a key of its own: clients that trust another authority refuse it. */
export function selfSigned(commonName: string): Pick<ReceiverTls, 'cert' | 'key'> {
  const own = createAuthority();
  return { cert: own.issue(commonName, commonName, to, [isAuthority, onThisMachine]), key: own.key };
}

/** PEM. */
export interface CertifiedKey {
  readonly certificate: string;
  readonly privateKey: string;
}

/** A certificate authority that lives as long as a test file. */
export interface ThrowAwayCa {
  /** PEM. */
  readonly certificate: string;
  /** Of a server on 127.0.0.1 or of a client, valid until then. */
  issue(commonName: string, until?: Date): CertifiedKey;
}

export function throwAwayCa(): ThrowAwayCa {
  const own = createAuthority();
  return {
    certificate: own.ca,
    issue: (commonName, until = to) => ({
      certificate: own.issue(commonName, authorityName, until, [onThisMachine]),
      privateKey: own.key,
    }),
  };
}

interface Authority {
  readonly ca: string;
  readonly key: string;
  issue(name: string, issuer: string, until: Date, extensions: object[]): string;
}

/** What a SHA-256 digest is wrapped in before it is signed (RFC 8017, 9.2). */
const digestInfo = Buffer.from('3031300d060960864801650304020105000420', 'hex');

/** Signs as the key would, a thousand times as fast: its arithmetic is JavaScript's. */
function nativeSigner(privateKey: string): pki.rsa.PrivateKey {
  const sign = (digest: md.MessageDigest): string => {
    const info = Buffer.concat([digestInfo, Buffer.from(digest.digest().getBytes(), 'latin1')]);
    return privateEncrypt({ key: privateKey, padding: constants.RSA_PKCS1_PADDING }, info).toString('latin1');
  };
  return { sign } as unknown as pki.rsa.PrivateKey;
}

/** One key for the authority and all it issues. */
function createAuthority(): Authority {
  const encoding = { type: 'pkcs1', format: 'pem' } as const;
  const pair = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: encoding,
    privateKeyEncoding: encoding,
  });
  const publicKey = pki.publicKeyFromPem(pair.publicKey);
  const signer = nativeSigner(pair.privateKey);
  let serial = 0;
  const issue: Authority['issue'] = (name, issuer, until, extensions) => {
    const certificate = pki.createCertificate();
    serial += 1;
    certificate.publicKey = publicKey;
    certificate.serialNumber = String(serial).padStart(4, '0');
    certificate.validity.notBefore = from;
    certificate.validity.notAfter = until;
    certificate.setSubject([{ name: 'commonName', value: name }]);
    certificate.setIssuer([{ name: 'commonName', value: issuer }]);
    certificate.setExtensions(extensions);
    certificate.sign(signer, md.sha256.create());
    return pki.certificateToPem(certificate);
  };
  const ca = issue(authorityName, authorityName, to, [isAuthority]);
  return { ca, key: pair.privateKey, issue };
}
