import { toWire, type OutboundEvent } from '@pitanga/contracts';
import type { IdSource } from '@pitanga/core';
import type { StoreSettings } from '../store-settings/store-settings';

/** All settings each time, so that the last event of a store is complete. */
export function settingsChanged(
  ids: IdSource,
  storeId: string,
  settings: StoreSettings,
  changedAt: Date,
): OutboundEvent {
  const { fees, terms } = settings;
  const methodsToWire = (methods: typeof terms.methodsDev) => methods.map((name) => toWire('PAYMENT_METHOD', name));
  return {
    type: 'billing_settings.changed',
    id: ids.next('event', changedAt),
    key: storeId,
    occurredAt: changedAt,
    data: {
      storeId,
      merchantName: settings.merchantName,
      merchantCity: settings.merchantCity,
      pixFeeCents: fees.pixCents,
      boletoFeeCents: fees.boletoCents,
      cardSingleBasisPoints: fees.card.singleBasisPoints,
      cardShortBasisPoints: fees.card.shortBasisPoints,
      cardLongBasisPoints: fees.card.longBasisPoints,
      cardFixedFeeCents: fees.card.fixedCents,
      automaticPixDev: settings.hasAutomaticPixDev,
      automaticPixProd: settings.hasAutomaticPixProd,
      changedAt,
      methodsDev: methodsToWire(terms.methodsDev),
      methodsProd: methodsToWire(terms.methodsProd),
      boletoSettlementDays: terms.boletoSettlementDays,
      cardSettlementDays: terms.cardSettlementDays,
      isClosed: terms.isClosed,
      version: terms.version,
      refundOverdraftCents: terms.refundOverdraftCents,
      minimumCheckoutCents: terms.minimumCheckoutCents,
      minimumBoletoCents: terms.minimumBoletoCents,
    },
  };
}
