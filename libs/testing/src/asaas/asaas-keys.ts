import { refuse, toRouteName, text, AsaasRefusal, type AsaasRoute } from './asaas-parts';

/** What Asaas knows of Pix keys, and what is left of the account's look-ups. */
export interface AsaasKeys {
  /** By `EMAIL ana@example.com`, with Asaas's names of the types. */
  readonly owners: Map<string, { readonly name: string; readonly taxId: string }>;
  /** The receiver of each code that can be paid. */
  readonly codes: Map<string, { readonly name: string; readonly taxId: string }>;
  /** At 0 look-ups are locked. */
  tokens: number;
  /** The keys that were looked up. */
  readonly lookups: string[];
}

const unknownCost = 15;

export function keyRoutes(keys: AsaasKeys): AsaasRoute {
  return (request) => {
    const { query, body } = request;
    switch (toRouteName(request)) {
      case 'GET pix/addressKeys/external': {
        if (keys.tokens <= 0) throw new AsaasRefusal(429, 'too_many_requests');
        const key = `${query.get('type') ?? ''} ${query.get('key') ?? ''}`;
        keys.lookups.push(key);
        const owner = keys.owners.get(key);
        keys.tokens -= owner ? 1 : unknownCost;
        if (!owner) refuse('invalid_action', 'Chave Pix não encontrada.');
        return { type: query.get('type'), key: query.get('key'), ispb: '18236120', owner: ownerJson(owner) };
      }
      case 'GET pix/tokenBucket/addressKey':
        return { availableTokens: keys.tokens };
      case 'POST pix/qrCodes/decode': {
        const receiver = keys.codes.get(text(body['payload']) ?? '');
        if (!receiver) refuse('invalid_action', 'QR Code inválido.');
        return { type: 'DYNAMIC', canBePaid: true, receiver: ownerJson(receiver) };
      }
      default:
        return undefined;
    }
  };
}

function ownerJson({ name, taxId }: { readonly name: string; readonly taxId: string }): object {
  const cpfCnpj = taxId.length === 11 ? `***.${taxId.slice(3, 6)}.${taxId.slice(6, 9)}-**` : taxId;
  return { name, cpfCnpj };
}
