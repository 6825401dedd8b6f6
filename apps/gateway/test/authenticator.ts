import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();

interface CreationOptions {
  readonly challenge: string;
  readonly rp: { readonly id: string };
}

interface RequestOptions {
  readonly challenge: string;
  readonly rpId: string;
}

/** What an answer differs in from that of an honest browser and authenticator. */
interface Over {
  readonly origin?: string;
  readonly challenge?: string;
  readonly rpId?: string;
  /** The person was present but not verified. */
  readonly isUnverified?: boolean;
  readonly counter?: number;
}

/** A passkey in software: P-256 keys of one site, and a counter of uses. */
export class Authenticator {
  readonly id = randomBytes(32).toString('base64url');
  counter = 0;
  private readonly keys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject };

  constructor(private readonly origin = 'https://pitanga.example') {
    this.keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  }

  /** Answers `navigator.credentials.create`. */
  register({ challenge, rp }: CreationOptions, over: Over = {}) {
    const clientDataJSON = this.clientData('webauthn.create', challenge, over);
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.from([id.length >> 8, id.length & 255]);
    const attested = Buffer.concat([Buffer.alloc(16), length, id, this.cosePublicKey()]);
    const authData = Buffer.concat([this.authenticatorData(over.rpId ?? rp.id, 0x40, over), attested]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(authData)],
    ]);
    const attestationObject = Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url');
    return this.credential({ clientDataJSON: clientDataJSON.toString('base64url'), attestationObject });
  }

  /** Answers `navigator.credentials.get`. */
  authenticate({ challenge, rpId }: RequestOptions, over: Over = {}) {
    const clientDataJSON = this.clientData('webauthn.get', challenge, over);
    const authenticatorData = this.authenticatorData(over.rpId ?? rpId, 0, over);
    const signed = Buffer.concat([authenticatorData, sha256(clientDataJSON)]);
    const signature = createSign('sha256').update(signed).sign(this.keys.privateKey);
    return this.credential({
      clientDataJSON: clientDataJSON.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: signature.toString('base64url'),
    });
  }

  private credential<R extends object>(response: R) {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response };
  }

  private clientData(type: string, challenge: string, over: Over): Buffer {
    const origin = over.origin ?? this.origin;
    return Buffer.from(JSON.stringify({ type, challenge: over.challenge ?? challenge, origin, crossOrigin: false }));
  }

  /** The hash of the site, the flags (present, verified) and the counter. */
  private authenticatorData(rpId: string, flags: number, over: Over): Buffer {
    const counter = Buffer.alloc(4);
    this.counter += 1;
    counter.writeUInt32BE(over.counter ?? this.counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags | (over.isUnverified === true ? 1 : 5)]), counter]);
  }

  /** kty EC2, alg ES256, crv P-256, x, y. */
  private cosePublicKey(): Buffer {
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' });
    const coordinate = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
    const cose = new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, coordinate(x)],
      [-3, coordinate(y)],
    ]);
    return Buffer.from(isoCBOR.encode(cose as never));
  }
}
