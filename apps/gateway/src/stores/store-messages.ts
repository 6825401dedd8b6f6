import {
  toWire,
  type CardFees,
  type ConfigureBillingRequest,
  type ConfigureMailRequest,
  type ConfigurePayoutsRequest,
  type GetSmallestAmountsRequest,
  type OutboundEvent,
  type StoreState,
} from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import type { Store, StoreSettings } from './store';

/** What billing needs to know of a store; replaces what it knew of an older version. */
export function billingSettings(store: Store, holderTaxId: string): ConfigureBillingRequest {
  const { fees, methods, settlement } = store;
  return {
    storeId: store.id,
    merchantName: store.name,
    merchantCity: store.city,
    pixFeeCents: fees.pixCents,
    boletoFeeCents: fees.boletoCents,
    cardFees: cardFees(store),
    automaticPixDev: store.automaticPix.dev,
    automaticPixProd: store.automaticPix.prod,
    terms: {
      methodsDev: methodsToWire(methods.dev),
      methodsProd: methodsToWire(methods.prod),
      boletoSettlementDays: settlement.boletoDays,
      cardSettlementDays: settlement.cardDays,
      refundOverdraftCents: store.refundOverdraft,
      minimumCheckoutCents: store.minimumAmounts.checkout,
      minimumBoletoCents: store.minimumAmounts.boleto,
      isClosed: store.status === 'CLOSED',
      version: store.version,
    },
    beneficiary: { taxId: holderTaxId, legalName: store.legalName },
  };
}

/** Asks billing what a store could collect at least with its fees as they are here. */
export function smallestAmountsRequest(tenant: Tenant, store: Pick<Store, 'fees'>): GetSmallestAmountsRequest {
  return { tenant, pixFeeCents: store.fees.pixCents, cardFees: cardFees(store) };
}

function cardFees({ fees }: Pick<Store, 'fees'>): CardFees {
  return {
    singleBasisPoints: fees.cardSingleBasisPoints,
    shortBasisPoints: fees.cardShortBasisPoints,
    longBasisPoints: fees.cardLongBasisPoints,
    fixedCents: fees.cardFixedCents,
  };
}

/** What webhooks needs to write to a store's buyers, and to show its events. */
export function mailSettings({
  id,
  name,
  branding,
  mail,
  status,
  compatibility,
  version,
}: Store): ConfigureMailRequest {
  return {
    storeId: id,
    senderName: branding.displayName ?? name,
    replyTo: branding.supportEmail,
    kinds: mail.kinds.map((kind) => toWire('MAIL_KIND', kind)),
    language: mail.language === 'en' ? 'MAIL_LANGUAGE_EN' : 'MAIL_LANGUAGE_PT_BR',
    isClosed: status === 'CLOSED',
    compatibility,
    version,
  };
}

/** The same of payouts. */
export function payoutsSettings(store: Store, holderTaxId: string): ConfigurePayoutsRequest {
  const { id: storeId, fees, payoutFeeMode, version, payoutApprovalAbove: aboveCents } = store;
  return {
    storeId,
    holderTaxId,
    payoutFeeCents: fees.payoutCents,
    isFeeIncluded: payoutFeeMode === 'INCLUDED',
    version,
    approvalLimit: { aboveCents },
  };
}

/** `store.closed` for a store that this change closes, else `store.updated`. */
export function storeChanged(before: Store, store: Store, eventId: string, at: Date): OutboundEvent {
  const head = { id: eventId, key: store.id, occurredAt: at };
  return store.status === 'CLOSED' && before.status !== 'CLOSED'
    ? { ...head, type: 'store.closed', data: { store: toStoreState(store), closedAt: at } }
    : { ...head, type: 'store.updated', data: { store: toStoreState(store), updatedAt: at } };
}

function toStoreState(store: Store): StoreState {
  const { id: storeId, name, website, createdAt, version, methods, automaticPix, settlement } = store;
  return {
    storeId,
    name,
    website,
    createdAt,
    isClosed: store.status === 'CLOSED',
    methodsDev: methodsToWire(methods.dev),
    methodsProd: methodsToWire(methods.prod),
    automaticPixDev: automaticPix.dev,
    automaticPixProd: automaticPix.prod,
    boletoSettlementDays: settlement.boletoDays,
    cardSettlementDays: settlement.cardDays,
    refundOverdraftCents: store.refundOverdraft,
    version,
  };
}

function methodsToWire(methods: StoreSettings['methods']['dev']) {
  return methods.map((name) => toWire('PAYMENT_METHOD', name));
}
