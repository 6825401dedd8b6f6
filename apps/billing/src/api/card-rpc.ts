import {
  toWire,
  type CardFields as CardFieldsMessage,
  type CardServiceDefinition,
  type PayCheckoutByCardRequest,
} from '@pitanga/contracts';
import type { RpcHandlers } from '@pitanga/rpc';
import { createCardToken, readCardFields, type CardDeps } from '../managing/card-service';
import type { CardFields, CardInput } from '../provider/card-provider';

export function cardHandlers(deps: CardDeps): RpcHandlers<CardServiceDefinition> {
  return {
    // Ignores an Idempotency-Key: its fingerprint is a plain hash of the request, from which the card number could be
    // guessed. A repeat only creates another token.
    createCardToken: async (request, { tenant }) => createCardToken(deps, tenant, cardFromWire(request)),
    readCardFields: async (_request, { tenant }) => ({ fields: fieldsToWire(await readCardFields(deps, tenant)) }),
  };
}

type CardMessage = Pick<
  PayCheckoutByCardRequest,
  'number' | 'expMonth' | 'expYear' | 'cvv' | 'holderName' | 'paymentMethod' | 'isTypedAtProvider'
>;

/** A card as a payer typed it, as the provider's own fields took it, or one that the provider's page will take. */
export function cardFromWire(request: Omit<CardMessage, 'isTypedAtProvider'> & Partial<CardMessage>): CardInput {
  const { number, expMonth, expYear, cvv, holderName, paymentMethod, isTypedAtProvider } = request;
  if (isTypedAtProvider === true) return { isTypedAtProvider };
  if (paymentMethod === undefined) return { number, expMonth, expYear, cvv, holderName };
  return { paymentMethod, holderName: holderName === '' ? undefined : holderName };
}

export function fieldsToWire(fields: CardFields | undefined): CardFieldsMessage | undefined {
  if (!fields) return undefined;
  const kind = toWire('CARD_FIELDS_KIND', fields.kind);
  switch (fields.kind) {
    case 'STRIPE':
      return { kind, publishableKey: fields.publishableKey };
    case 'EFI': {
      const { payeeCode, environment, scriptUrl } = fields;
      return { kind, publishableKey: '', payeeCode, isSandbox: environment === 'SANDBOX', scriptUrl };
    }
    case 'HOSTED':
      return { kind, publishableKey: '' };
  }
}
