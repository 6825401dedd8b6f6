import { generateKeyPairSync } from 'node:crypto';
import { md, pki } from 'node-forge';

export interface Pair {
  /** PEM. */
  readonly certificate: string;
  /** PEM. */
  readonly privateKey: string;
}

/** A certificate authority that lives as long as a test file. */
export interface ThrowAwayCa {
  /** PEM. */
  readonly certificate: string;
  /** Of a server on 127.0.0.1 or of a client, valid until `validTo`. */
  issue(commonName: string, validTo?: Date): Pair;
}

const validFrom = new Date('2020-01-01T00:00:00.000Z');
const validToDefault = new Date('2050-01-01T00:00:00.000Z');

/** One key for the authority and all it issues: making keys is what takes time. */
export function throwAwayCa(): ThrowAwayCa {
  const encoding = { type: 'pkcs1', format: 'pem' } as const;
  const pair = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: encoding,
    privateKeyEncoding: encoding,
  });
  const publicKey = pki.publicKeyFromPem(pair.publicKey);
  const signer = pki.privateKeyFromPem(pair.privateKey);
  let serial = 0;

  function certificate(commonName: string, validTo: Date, extensions: object[]): string {
    const made = pki.createCertificate();
    serial += 1;
    made.publicKey = publicKey;
    made.serialNumber = String(serial).padStart(4, '0');
    made.validity.notBefore = validFrom;
    made.validity.notAfter = validTo;
    made.setSubject([{ name: 'commonName', value: commonName }]);
    made.setIssuer([{ name: 'commonName', value: 'Throw-away CA' }]);
    made.setExtensions(extensions);
    made.sign(signer, md.sha256.create());
    return pki.certificateToPem(made);
  }

  return {
    certificate: certificate('Throw-away CA', validToDefault, [{ name: 'basicConstraints', cA: true }]),
    issue: (commonName, validTo = validToDefault) => {
      const names = [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }];
      return { certificate: certificate(commonName, validTo, names), privateKey: pair.privateKey };
    },
  };
}
