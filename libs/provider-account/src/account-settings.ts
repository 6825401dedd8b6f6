import { createPrivateKey, X509Certificate } from 'node:crypto';
import { invalidArgument, type AppError } from '@pitanga/core';
import { checkUrl } from '@pitanga/egress';
import { Type, type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { providerPolicy, type ProviderIdentity } from './provider-http';

/** A full https address without query, fragment or final slash. */
export const HttpsUrl = Type.String({ pattern: '^https://[^/?#\\s]+[^?#\\s]*[^/?#\\s]$' });
export const Pem = Type.String({ pattern: '-----BEGIN [A-Z0-9 ]+-----' });

/** Everything refused is INVALID_ARGUMENT, names the property and never shows a value. */
export interface SettingsReader {
  /** Settings read from one JSON text by their schema, defaults filled in. */
  read<S extends TSchema>(schema: S, json: string): Static<S>;
  /** @throws AppError unless the authorities can be read */
  checkAuthorities(ca: string): void;
  /** @throws AppError unless the address of the property is one that a provider may have */
  checkAddress(name: string, url: string, allowedRanges: readonly string[]): void;
  /** When the certificate ends. @throws AppError unless it is valid at `now` and the private key is its own */
  certificateExpiry(identity: OwnCertificate, now: Date): Date;
  /** A refusal of these settings. */
  unusable(message: string): AppError;
}

type OwnCertificate = ProviderIdentity & { readonly certificate: string; readonly privateKey: string };

type Fault = ReturnType<typeof Value.Errors>[number];

/** @param reason of every refusal, e.g. INVALID_PIX_ACCOUNT */
export function createSettingsReader(reason: string): SettingsReader {
  const unusable = (message: string): AppError => invalidArgument(message, reason);

  /** The parser's own message may quote what it was given, so it goes nowhere. */
  const usable = <T>(name: string, read: () => T): T => {
    try {
      return read();
    } catch {
      throw unusable(`Property '${name}' cannot be read: it should be PEM, with its passphrase if it is encrypted`);
    }
  };
  const parsed = (json: string): unknown => {
    try {
      return JSON.parse(json);
    } catch {
      throw unusable('The settings should be one JSON object');
    }
  };
  const checkAuthorities = (ca: string): void => void usable('ca', () => new X509Certificate(ca));

  return {
    read: <S extends TSchema>(schema: S, json: string) => {
      const settings = Value.Default(schema, parsed(json));
      const fault = Value.Errors(schema, settings)[0];
      if (fault === undefined) return settings as Static<S>;
      throw unusable(describeFault(fault));
    },
    checkAuthorities,
    checkAddress: (name, url, allowedRanges) => {
      const check = checkUrl(url, providerPolicy(allowedRanges));
      if (check.allowed) return;
      throw unusable(
        check.refusal === 'address'
          ? `Property '${name}' should be a public address, or one that the operator allows`
          : `Property '${name}' should be an https address without user name, password or port 0`,
      );
    },
    certificateExpiry: ({ certificate, privateKey, passphrase, ca }, now) => {
      const own = usable('certificate', () => new X509Certificate(certificate));
      const key = usable('privateKey', () => createPrivateKey({ key: privateKey, passphrase }));
      if (ca !== undefined) checkAuthorities(ca);
      if (!own.checkPrivateKey(key)) throw unusable("Property 'privateKey' should be the key of the certificate");
      const expiresAt = new Date(own.validTo);
      if (expiresAt <= now) throw unusable(`The certificate ended at ${expiresAt.toISOString()}`);
      return expiresAt;
    },
    unusable,
  };
}

function describeFault({ keyword, instancePath, message, params }: Fault): string {
  const missing = (params as { readonly requiredProperties?: readonly string[] }).requiredProperties?.[0];
  if (missing !== undefined) return `Property '${missing}' is missing`;
  const name = instancePath.split('/')[1];
  if (name === undefined) return `The settings ${message}`;
  return `Property '${name}' ${keyword === 'boolean' ? 'is not known' : message}`;
}
