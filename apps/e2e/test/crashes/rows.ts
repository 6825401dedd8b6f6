import { asaasCardRows } from './asaas-card-rows';
import { asaasLastRows } from './asaas-last-rows';
import { asaasRows } from './asaas-rows';
import { automaticPixRows } from './automatic-pix-rows';
import { efiRows } from './efi-rows';
import { failoverRows } from './failover-rows';
import { interRows } from './inter-rows';
import { interSendingRows } from './inter-sending-rows';
import { pixRows } from './pix-rows';
import { stripeAccountRows } from './stripe-account-rows';
import { stripePaymentRows } from './stripe-payment-rows';

/** Every row, by the store that it is run on. */
export const rows = {
  usual: [...stripePaymentRows, ...stripeAccountRows, ...pixRows, ...automaticPixRows],
  efi: efiRows,
  inter: interRows,
  interSending: interSendingRows,
  failover: failoverRows,
  // Time that the last rows of Asaas let pass is long.
  asaas: [...asaasCardRows, ...asaasRows, ...asaasLastRows],
} as const;
