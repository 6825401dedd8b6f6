import type { Charge, ChargeFailure } from '@pitanga/contracts';
import { failedPrecondition, type AppError } from '@pitanga/core';

/** The charge, unless its card was declined: that is a 400, and the charge stays readable as FAILED. */
export function paidUnlessDeclined(charge: Charge): Charge {
  refuseDeclined(charge.failure);
  return charge;
}

export function refuseDeclined(failure: ChargeFailure | undefined): void {
  if (failure) throw cardDeclined();
}

function cardDeclined(): AppError {
  return failedPrecondition('Não foi possível processar o pagamento com este cartão', 'CARD_DECLINED');
}
