import { createPrivateKey, X509Certificate } from 'node:crypto';
import { asn1, pki, util } from 'node-forge';

/** PEM, the receiver's own certificate first. */
export interface Identity {
  readonly certificate: string;
  readonly privateKey: string;
}

/** The parts of a PKCS#12 file that were found. */
interface Bags {
  /** DER. */
  readonly certificates: Buffer[];
  /** DER of PKCS#8. */
  readonly keys: Buffer[];
  /** How much may still be computed, in iterations of PBKDF2. */
  rest: number;
}

/** Less than a second, while nothing else is served. A file has two parts, of 2,000 to 51,200 iterations. */
const iterationsMax = 400_000;
/** Keys of the ciphers before PBES2 are derived in JavaScript. */
const oldCost = 20;

const oids = {
  data: '1.2.840.113549.1.7.1',
  encryptedData: '1.2.840.113549.1.7.6',
  pbes2: '1.2.840.113549.1.5.13',
  keyBag: '1.2.840.113549.1.12.10.1.1',
  shroudedKeyBag: '1.2.840.113549.1.12.10.1.2',
  certificateBag: '1.2.840.113549.1.12.10.1.3',
} as const;

/** The typings of node-forge leave it out. */
const { pbe } = pki as unknown as {
  readonly pbe: { getCipher(oid: string, parameters: asn1.Asn1, password: string): Cipher };
};

interface Cipher {
  update(bytes: util.ByteStringBuffer): void;
  finish(): boolean;
  readonly output: util.ByteStringBuffer;
}

/**
 * The certificate and key of a PKCS#12 file (RFC 7292), as banks give it, with the old ciphers that OpenSSL 3 leaves out
 * too. Its MAC is not checked: a wrong password deciphers nothing, and the key must be the certificate's.
 *
 * @throws Error with nothing of the file
 */
export function readPkcs12(file: Buffer, password: string): Identity {
  const bags: Bags = { certificates: [], keys: [], rest: iterationsMax };
  const [, authSafe] = listIn(parse(file));
  for (const content of listIn(parse(octets(findContent(authSafe))))) readContent(content, password, bags);
  const key = bags.keys[0];
  if (bags.keys.length !== 1 || key === undefined) throw new Error('not one private key');
  const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  const isOwn = (der: Buffer): boolean => new X509Certificate(der).checkPrivateKey(privateKey);
  const own = bags.certificates.find(isOwn);
  if (!own) throw new Error('no certificate of the key');
  const chain = [own, ...bags.certificates.filter((der) => der !== own)];
  return {
    certificate: chain.map((der) => new X509Certificate(der).toString()).join(''),
    privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
  };
}

/** One ContentInfo of the file: its parts are plain, or enciphered together. */
function readContent(content: asn1.Asn1, password: string, bags: Bags): void {
  const [type] = listIn(content);
  switch (toOid(type)) {
    case oids.data:
      readBags(parse(octets(findContent(content))), password, bags);
      return;
    case oids.encryptedData: {
      const [, encrypted] = listIn(findContent(content));
      const [, algorithm, sealed] = listIn(encrypted);
      readBags(parse(decipher(algorithm, octets(sealed), password, bags)), password, bags);
      return;
    }
    default:
      // Nothing that banks write.
      return;
  }
}

function readBags(safe: asn1.Asn1, password: string, bags: Bags): void {
  for (const bag of listIn(safe)) {
    const [type] = listIn(bag);
    const value = findContent(bag);
    const kind = toOid(type);
    if (kind === oids.keyBag) bags.keys.push(toDer(value));
    if (kind === oids.shroudedKeyBag) {
      const [algorithm, sealed] = listIn(value);
      bags.keys.push(decipher(algorithm, octets(sealed), password, bags));
    }
    if (kind === oids.certificateBag) bags.certificates.push(octets(findContent(value)));
  }
}

function decipher(algorithm: asn1.Asn1 | undefined, sealed: Buffer, password: string, bags: Bags): Buffer {
  const [oid, parameters] = listIn(algorithm);
  const scheme = toOid(oid);
  if (!parameters) throw new Error('not PKCS#12');
  bags.rest -= largestNumber(parameters) * (scheme === oids.pbes2 ? 1 : oldCost);
  if (bags.rest < 0) throw new Error('too much to compute');
  const cipher = pbe.getCipher(scheme, parameters, password);
  cipher.update(util.createBuffer(sealed.toString('binary')));
  if (!cipher.finish()) throw new Error('not deciphered');
  return Buffer.from(cipher.output.getBytes(), 'binary');
}

/** Of the numbers in a cipher's parameters the iterations are the largest. */
function largestNumber({ type, value }: asn1.Asn1): number {
  if (Array.isArray(value)) return Math.max(0, ...value.map(largestNumber));
  if (type !== asn1.Type.INTEGER) return 0;
  return value.length > 4 ? Infinity : Buffer.from(value, 'binary').readUIntBE(0, value.length);
}

function parse(der: Buffer): asn1.Asn1 {
  // Old files have parts of indefinite length.
  return asn1.fromDer(der.toString('binary'), false);
}

function listIn(node: asn1.Asn1 | undefined): readonly asn1.Asn1[] {
  if (!Array.isArray(node?.value)) throw new Error('not PKCS#12');
  return node.value;
}

/** What is in the explicit tag behind an object identifier. */
function findContent(node: asn1.Asn1 | undefined): asn1.Asn1 {
  const [content] = listIn(listIn(node)[1]);
  if (!content) throw new Error('not PKCS#12');
  return content;
}

function toOid(node: asn1.Asn1 | undefined): string {
  if (typeof node?.value !== 'string') throw new Error('not PKCS#12');
  return asn1.derToOid(node.value);
}

/** The bytes of an octet string, also of one in pieces. */
function octets(node: asn1.Asn1 | undefined): Buffer {
  if (!node) throw new Error('not PKCS#12');
  return Array.isArray(node.value) ? Buffer.concat(node.value.map(octets)) : Buffer.from(node.value, 'binary');
}

function toDer(node: asn1.Asn1): Buffer {
  return Buffer.from(asn1.toDer(node).getBytes(), 'binary');
}
