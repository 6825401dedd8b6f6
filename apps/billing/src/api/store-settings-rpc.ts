import {
  fromWire,
  required,
  type Beneficiary as BeneficiaryMessage,
  type BillingSettingsServiceDefinition,
  type CardFees,
  type StoreTerms as TermsMessage,
} from '@pitanga/contracts';
import { cents, invalidArgument, isTaxId, normalizeTaxId } from '@pitanga/core';
import { saveAllowListKey } from '@pitanga/provider-account';
import type { RpcHandlers } from '@pitanga/rpc';
import type { Deps } from '../deps';
import { smallestCollectable } from '../charging/collectable';
import { findSetup } from '../managing/store-setup';
import { configureBilling } from '../managing/store-settings-service';
import type { FeeSchedule, PaymentMethod } from '../money/fees';
import type { Beneficiary, StoreTerms } from '../store-settings/store-settings';
import { merchantTaxIdPlace } from '../store-settings/store-settings-repository';

export function billingSettingsHandlers(deps: Deps): RpcHandlers<BillingSettingsServiceDefinition> {
  return {
    getSmallestAmounts: async ({ pixFeeCents, cardFees }, { tenant }) => {
      const { settings, providers } = await findSetup(deps, tenant);
      const fees = { ...settings.fees, pixCents: cents(pixFeeCents), card: cardFeesFromWire(cardFees) };
      const setup = { settings: { ...settings, fees }, providers };
      return { pixCents: smallestCollectable(setup, 'PIX'), cardCents: smallestCollectable(setup, 'CARD') };
    },

    configureBilling: async (request) => {
      if (request.storeId === '') throw invalidArgument("Property 'storeId' should not be empty");
      await configureBilling(deps, request.storeId, {
        merchantName: request.merchantName,
        merchantCity: request.merchantCity,
        fees: {
          pixCents: cents(request.pixFeeCents),
          boletoCents: cents(request.boletoFeeCents),
          card: cardFeesFromWire(request.cardFees),
        },
        hasAutomaticPixDev: request.automaticPixDev,
        hasAutomaticPixProd: request.automaticPixProd,
        terms: request.terms && termsFromWire(request.terms),
        beneficiary: request.beneficiary && beneficiaryFromWire(deps, request.storeId, request.beneficiary),
      });
      const { storeId, allowListKey } = request;
      if (allowListKey) await saveAllowListKey(deps.db, { storeId }, deps.sealer, allowListKey);
      return { keepsBeneficiary: request.beneficiary !== undefined };
    },
  };
}

function cardFeesFromWire(fees: CardFees | undefined): FeeSchedule['card'] {
  const { fixedCents, ...basisPoints } = required(fees, 'card_fees');
  return { ...basisPoints, fixedCents: cents(fixedCents) };
}

function beneficiaryFromWire({ sealer }: Deps, storeId: string, { taxId, legalName }: BeneficiaryMessage): Beneficiary {
  if (!isTaxId(taxId)) throw invalidArgument("Property 'beneficiary.taxId' should be a CPF or CNPJ");
  return { taxIdSealed: sealer.seal(normalizeTaxId(taxId), merchantTaxIdPlace(storeId)), legalName };
}

const methods = ['PIX', 'BOLETO', 'CARD'] as const satisfies readonly PaymentMethod[];

function termsFromWire(terms: TermsMessage): StoreTerms {
  const toCents = (value: number | undefined) => (value === undefined ? undefined : cents(value));
  const toMethod = (value: TermsMessage['methodsDev'][number]) => fromWire('PAYMENT_METHOD', methods, value);
  return {
    ...terms,
    methodsDev: terms.methodsDev.map(toMethod),
    methodsProd: terms.methodsProd.map(toMethod),
    refundOverdraftCents: cents(terms.refundOverdraftCents ?? 0),
    minimumCheckoutCents: toCents(terms.minimumCheckoutCents),
    minimumBoletoCents: toCents(terms.minimumBoletoCents),
  };
}
