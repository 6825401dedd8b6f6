import { generateKeyPairSync } from 'node:crypto';
import { md, pki } from 'node-forge';

/** A certificate for 127.0.0.1 that is its own authority. */
export function selfSigned(commonName: string): { readonly cert: string; readonly key: string } {
  const encoding = { type: 'pkcs1', format: 'pem' } as const;
  const pair = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: encoding,
    privateKeyEncoding: encoding,
  });
  const made = pki.createCertificate();
  made.publicKey = pki.publicKeyFromPem(pair.publicKey);
  made.serialNumber = '01';
  made.validity.notBefore = new Date('2020-01-01T00:00:00.000Z');
  made.validity.notAfter = new Date('2050-01-01T00:00:00.000Z');
  const name = [{ name: 'commonName', value: commonName }];
  made.setSubject(name);
  made.setIssuer(name);
  made.setExtensions([
    { name: 'basicConstraints', cA: true },
    { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
  ]);
  made.sign(pki.privateKeyFromPem(pair.privateKey), md.sha256.create());
  return { cert: pki.certificateToPem(made), key: pair.privateKey };
}
