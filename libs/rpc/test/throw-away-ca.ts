import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

/** PEM. */
export interface Pair {
  readonly certificate: string;
  readonly key: string;
}

export interface ThrowAwayCa {
  /** PEM. */
  readonly certificate: string;
  /** Of a service that is called by this DNS name, with a key of its own. */
  issue(name: string): Pair;
}

/**
 * A certificate authority that lives as long as a test file. X.509 by hand (RFC 5280, a dozen fields), because elliptic
 * keys make a test of a hundred handshakes quick and no library for tests signs with them.
 */
export function throwAwayCa(commonName: string): ThrowAwayCa {
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  let serial = 0;

  function certify(publicKey: KeyObject, subject: string, extension: Buffer): string {
    serial += 1;
    const tbs = sequence(
      der(0xa0, integer(2)),
      integer(serial),
      ecdsaWithSha256,
      nameOf(commonName),
      sequence(der(0x17, Buffer.from('200101000000Z')), der(0x17, Buffer.from('491231235959Z'))),
      nameOf(subject),
      publicKey.export({ type: 'spki', format: 'der' }),
      der(0xa3, sequence(extension)),
    );
    const signature = der(0x03, Buffer.from([0]), sign('sha256', tbs, own.privateKey));
    return pem(sequence(tbs, ecdsaWithSha256, signature));
  }

  return {
    certificate: certify(own.publicKey, commonName, isAuthority),
    issue(name) {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const certificate = certify(publicKey, name, alternativeName(name));
      return { certificate, key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
    },
  };
}

function der(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts);
const integer = (value: number): Buffer => der(0x02, Buffer.from([value]));
const objectId = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));

const ecdsaWithSha256 = sequence(objectId('2a8648ce3d040302'));
const isAuthority = sequence(
  objectId('551d13'),
  der(0x01, Buffer.from([0xff])),
  der(0x04, sequence(der(0x01, Buffer.from([0xff])))),
);

function nameOf(commonName: string): Buffer {
  return sequence(der(0x31, sequence(objectId('550403'), der(0x0c, Buffer.from(commonName)))));
}

function alternativeName(dnsName: string): Buffer {
  return sequence(objectId('551d11'), der(0x04, sequence(der(0x82, Buffer.from(dnsName)))));
}

function pem(bytes: Buffer): string {
  const lines = bytes.toString('base64').replace(/.{64}/g, '$&\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}
