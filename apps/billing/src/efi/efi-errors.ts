import { AppError, unavailable } from '@pitanga/core';
import { efiFields, efiText } from './efi-values';

/** Sentences for the codes that Efí refuses a call with; its own descriptions may hold a payer's data. */
const sentences: Readonly<Record<string, string>> = {
  '3500018': 'Efí refused the card: its token was used before',
  '3500044': 'Efí takes no payment of this charge any more',
  '4600007': 'Efí refused the due date: it is in the past',
  '4600035': 'Efí does not offer this to the account: its owner asks Efí for it',
  '4600036': 'Efí refused the amount: it is below the least of a boleto',
  '4600037': 'Efí refused the amount: it is above the limit of the account',
  '4600060': 'Efí refused a date',
  '4600142': "Efí refused the payer's data: they do not belong together",
  '4600209': 'Efí registers no more boletos of this account today',
  '4600210': 'Efí refused the boleto: it registers no three that are alike',
  '4600211': 'Efí registers no more boletos of this account this month',
  '4600222': "Efí refused the payer: it is the account's owner",
  '4600414': 'Efí refused the due date: it is too far ahead',
  '4600523': 'Efí refused the amount: it is below the least of a boleto',
};

/** Of the payer, the amount or the day: another account would not take it either. */
const aboutPayment: ReadonlySet<string> = new Set(['4600007', '4600036', '4600060', '4600142', '4600523']);

/** Codes that say nothing of what was done. */
const unclear: ReadonlySet<string> = new Set(['3500000', '3500072', '4600100', '4699999']);
const busy: ReadonlySet<string> = new Set(['3500049', '3500055']);

/** The code of an error answer; undefined for an answer that is none of Efí's. */
export function efiErrorCode(body: unknown): string | undefined {
  const { code, error } = efiFields(body);
  if (efiText(error) === undefined) return undefined;
  const text = String(code);
  return /^\d{1,10}$/.test(text) ? text : undefined;
}

/** The property that Efí found wrong, where it names one. */
function wrongProperty(body: unknown): string | undefined {
  const property = efiText(efiFields(efiFields(body)['error_description'])['property']);
  return property !== undefined && /^[A-Za-z0-9_/.[\]]{1,80}$/.test(property) ? property : undefined;
}

/** What follows from an error answer below 500. */
export function efiFailure(body: unknown): AppError {
  const code = efiErrorCode(body);
  if (code === undefined || unclear.has(code)) return efiUnavailable();
  return busy.has(code) ? efiBusy() : efiRefused(code, wrongProperty(body));
}

/** Efí understood the call, refused it and did nothing. */
function efiRefused(code: string, property?: string): AppError {
  const what = property === undefined ? code : `${code}, '${property}'`;
  return new AppError({
    kind: 'FAILED_PRECONDITION',
    reason: 'EFI_REFUSED',
    message: sentences[code] ?? `Efí refused the request (${what})`,
    metadata: {
      providerCode: code,
      ...(property !== undefined && { param: property }),
      ...(aboutPayment.has(code) && { about: 'PAYMENT' }),
    },
  });
}

/** What Efí did with the call is unknown, or it is not reachable. */
export function efiUnavailable(cause?: unknown): AppError {
  return unavailable('Efí did not answer; try again in a moment', 'EFI_UNAVAILABLE', cause);
}

/** Efí lets the account make no more calls of this kind today; nothing was done. */
export function efiBusy(): AppError {
  return unavailable('Efí takes no more calls of this account for the moment; try again later', 'EFI_BUSY');
}

/** Wrong credentials, or an application without the API of charges: only a person can repair it. */
export function efiDenied(stage: 'TOKEN' | 'CALL'): AppError {
  return new AppError({
    kind: 'UNAVAILABLE',
    reason: 'EFI_DENIED',
    message: 'Efí refused the credentials of this store',
    metadata: { stage },
  });
}
