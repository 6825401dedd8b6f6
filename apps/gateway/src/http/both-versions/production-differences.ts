import type { PixKeyType } from '@pitanga/core';
import { checkUrl } from '@pitanga/egress';

const production = { allowLoopback: false };
/** Reserved names (RFC 2606, RFC 6762) and names without a dot, which public DNS does not resolve. */
const unresolvable = /^[^.]*\.?$|\.(?:test|example|invalid|local|internal)\.?$/i;

/** For the address of a webhook or a download. */
export function addressDifference(
  property: string,
  url: string | undefined,
  requireHttps: boolean,
): string | undefined {
  if (url === undefined || url === '') return undefined;
  const judgement = checkUrl(url, { ...production, requireHttps });
  if (!judgement.allowed) {
    if (judgement.refusal === 'https_required') return `In production '${property}' should begin with https://`;
    return judgement.refusal === 'address' ? `In production '${property}' should be at a public address` : undefined;
  }
  return unresolvable.test(judgement.host) ? `In production the name in '${property}' should resolve` : undefined;
}

/** Characters of a description that the registration of a Pix charge keeps. */
const descriptionMax = 37;

export function descriptionDifference(property: string, description: string | undefined): string | undefined {
  if (description === undefined || Array.from(description).length <= descriptionMax) return undefined;
  return `'${property}' is cut to ${String(descriptionMax)} characters where the payer's bank shows it`;
}

interface ChargeBody {
  readonly method?: string;
  readonly data: {
    readonly description?: string;
    readonly customer?: object;
    readonly customerId?: string;
    readonly ensureSameTaxId?: boolean;
  };
}

export function chargeDifferences({ method = 'PIX', data }: ChargeBody): readonly (string | undefined)[] {
  if (method === 'PIX') {
    return [
      descriptionDifference('data.description', data.description),
      data.ensureSameTaxId === true
        ? "In production 'data.ensureSameTaxId' refuses a payment from another CPF or CNPJ; dev mode takes it"
        : undefined,
    ];
  }
  const hasPayer = data.customerId !== undefined || Object.keys(data.customer ?? {}).length > 0;
  if (method !== 'BOLETO' || hasPayer) return [];
  return ["In production a boleto needs 'data.customer' with name and taxId; dev mode makes a payer up"];
}

/** For the Pix key of a withdrawal by its type. None goes to the holder's own; a CPF or CNPJ says itself whose it is. */
export function withdrawalKeyDifference(type: PixKeyType | undefined): string | undefined {
  if (type === undefined || type === 'CPF' || type === 'CNPJ') return undefined;
  return 'In production a withdrawal goes to a Pix key of the account holder only; dev mode does not look the key up';
}
