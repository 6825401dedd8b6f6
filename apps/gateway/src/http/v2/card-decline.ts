import type { Charge, ChargeFailure } from '@pitanga/contracts';
import { failedPrecondition, type AppError } from '@pitanga/core';

/** Throws CARD_DECLINED for a charge whose card was declined; the charge stays readable as FAILED. */
export function chargeUnlessDeclined(charge: Charge): Charge {
  refuseDeclined(charge.failure);
  return charge;
}

export function refuseDeclined(failure: ChargeFailure | undefined): void {
  if (failure) throw cardDeclined();
}

function cardDeclined(): AppError {
  return failedPrecondition('Não foi possível processar o pagamento com este cartão', 'CARD_DECLINED');
}
