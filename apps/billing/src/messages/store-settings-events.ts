import type { OutboundEvent } from '@pitanga/contracts';
import type { IdSource } from '@pitanga/core';
import type { StoreSettings } from '../store-settings/store-settings';

/** All settings each time, so that the last event of a store is complete. */
export function settingsChanged(
  ids: IdSource,
  storeId: string,
  settings: StoreSettings,
  changedAt: Date,
): OutboundEvent {
  const { fees } = settings;
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
    },
  };
}
