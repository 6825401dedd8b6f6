import { createPrivateKey, randomBytes } from 'node:crypto';
import { systemClock } from '@pitanga/core';
import { asn1, pkcs12, pki } from 'node-forge';
import { readPkcs12 } from '@pitanga/provider-account/bank';
import { checkedAccount } from '../src/pix-accounts/pix-account';
import { bankCertificates } from './fake-bank';

const { client } = bankCertificates();
const another = bankCertificates().ca.certificate;
const text = (pem: string): string => pem.replace(/\s/g, '');
const password = 'senha-do-arquivo';

interface Made {
  readonly algorithm?: 'aes256' | '3des';
  readonly count?: number;
  readonly certificates?: readonly string[];
}

/** As a bank would make it. */
function fileOf({ algorithm = 'aes256', count = 2_048, certificates = [client.certificate] }: Made = {}): Buffer {
  const file = pkcs12.toPkcs12Asn1(
    pki.privateKeyFromPem(client.privateKey),
    certificates.map((pem) => pki.certificateFromPem(pem)),
    password,
    { algorithm, count },
  );
  return Buffer.from(asn1.toDer(file).getBytes(), 'binary');
}

const settingsOf = (over: object) =>
  checkedAccount(
    JSON.stringify({ bank: 'EFI', clientId: 'id', clientSecret: 'a-secret', pixKey: 'k', ...over }),
    systemClock.real(),
    [],
  ).settings;
const base64 = (file: Buffer): string => file.toString('base64');

describe('a PKCS#12 file', () => {
  test.each(['aes256', '3des'] as const)(
    'with %s is taken as it is, and stored as PEM without its password',
    (algorithm) => {
      const settings = settingsOf({ pkcs12: base64(fileOf({ algorithm })), passphrase: password });
      expect(text(settings.certificate)).toBe(text(client.certificate));
      expect(createPrivateKey(settings.privateKey).equals(createPrivateKey(client.privateKey))).toBe(true);
      expect(JSON.stringify(settings)).not.toMatch(/pkcs12|passphrase|senha/);
    },
  );

  test('has the certificate of its key before those that signed it', () => {
    const { certificate } = readPkcs12(fileOf({ certificates: [another, client.certificate] }), password);
    expect(text(certificate)).toBe(text(client.certificate + another));
  });

  const unreadable: readonly (readonly [string, () => object])[] = [
    ['another password', () => ({ pkcs12: base64(fileOf()), passphrase: 'wrong' })],
    ['no password', () => ({ pkcs12: base64(fileOf()) })],
    ['something else', () => ({ pkcs12: base64(randomBytes(900)), passphrase: password })],
    ['a cut file', () => ({ pkcs12: base64(fileOf().subarray(0, 700)), passphrase: password })],
    [
      'more to compute than a file has',
      () => ({ pkcs12: base64(fileOf({ algorithm: '3des', count: 20_001 })), passphrase: password }),
    ],
    ['nothing in it', () => ({ pkcs12: 'MAA=', passphrase: password })],
  ];
  test.each(unreadable)('with %s is refused in one sentence', (_what, over) => {
    expect(() => settingsOf(over())).toThrow(
      /^Property 'pkcs12' cannot be read: it should be the base64 of a \.p12 or \.pfx file, with its password as 'passphrase'$/,
    );
  });

  test('goes without PEM beside it', () => {
    expect(() => settingsOf({ pkcs12: base64(fileOf()), passphrase: password, ...client })).toThrow(
      "Properties 'certificate' and 'privateKey' should be absent beside 'pkcs12'",
    );
    expect(() => settingsOf({ privateKey: client.privateKey })).toThrow("Property 'certificate' is missing");
    expect(() => settingsOf({ pkcs12: 'não' })).toThrow("Property 'pkcs12'");
  });
});
