import { failedPrecondition, invalidArgument, notFound, type AppError } from '@pitanga/core';

export function asaasAccountNotFound(): AppError {
  return notFound('This store has no Asaas account', 'ASAAS_ACCOUNT_NOT_FOUND');
}

/** Another account knows neither the store's open payments nor its refunds. */
export function asaasAccountInUse(): AppError {
  return failedPrecondition(
    'The key is of another Asaas account, while open payments or refunds of this store are at the present one: wait until ' +
      "they have ended, or set 'replaceAccount' to true",
    'ASAAS_ACCOUNT_IN_USE',
  );
}

export function asaasCallbackUnknown(): AppError {
  return notFound('Callback not found', 'ASAAS_CALLBACK_NOT_FOUND');
}

export function asaasTokenInvalid(): AppError {
  return invalidArgument('The asaas-access-token is not the one of this account', 'ASAAS_TOKEN_INVALID');
}
