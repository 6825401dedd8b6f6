import type { Clock, IdSource } from '@pitanga/core';
import type { Providers } from './providers';
import { simulatedBoletoProvider } from './simulated-boleto-provider';
import { createSimulatedCardProvider } from './simulated-card-provider';
import { simulatedDisputeProvider } from './simulated-dispute-provider';
import { createSimulatedPixProvider } from './simulated-pix-provider';
import { simulatedTransferProvider } from './simulated-transfer-provider';

/** Dev mode: every method is simulated. */
export function createSimulatedProviders(options: {
  readonly ids: IdSource;
  readonly clock: Clock;
  /** The simulator can be set not to support ensureSameTaxId. */
  readonly canEnsureSameTaxId: boolean;
}): Providers {
  return {
    pix: createSimulatedPixProvider(options),
    boleto: simulatedBoletoProvider,
    card: createSimulatedCardProvider(options),
    transfer: simulatedTransferProvider,
    dispute: simulatedDisputeProvider,
  };
}
