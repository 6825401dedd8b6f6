/**
 * The pure vocabulary of Pitanga: money, ids, time, errors, tenants. No I/O, no imports.
 *
 * ```ts
 * const fee = mulDiv(cents(10_000), 350, 10_000, 'halfUp'); // 350 basis points of R$ 100,00
 * const id = ids.next('customer', clock.now(tenant)); // cust_…, sorts by creation
 * throw notFound('Cliente não encontrado.');
 * ```
 */
export { accountOwners, type AccountOwner } from './account-owner';
export {
  bankAccountTypes,
  maskBankAccount,
  normalizeBankAccount,
  type BankAccount,
  type BankAccountType,
} from './bank-account';
export { collectOrCarry, type CollectableRange, type CollectedAmount, type DueAmount } from './carry';
export { csvLine, type CsvCell } from './csv';
export { hasLongNumber, parseExactly } from './exact-json';
export { detectFileType, isPdfData, isPictureData, readPdfData, readPictureData, type FileType } from './file-type';
export {
  allocate,
  cents,
  formatBrl,
  mulDiv,
  subtractCents,
  sumCents,
  toDecimal,
  zeroCents,
  type Cents,
  type Rounding,
} from './money';
export {
  createIdSource,
  idPrefixes,
  readIdPrefix,
  idTime,
  isId,
  lowestIdAt,
  randomBase62,
  toBase62,
  type IdKind,
  type IdSource,
  type RandomBytes,
} from './ids';
export {
  everyTenant,
  isSandboxStore,
  toTenant,
  type CrossTenant,
  type Owned,
  type StoreScope,
  type Tenant,
} from './tenant';
export {
  payoutFailureReason,
  payoutFailureReasons,
  refundFailureReason,
  refundFailureReasons,
  type PayoutFailureReason,
  type RefundFailureReason,
} from './transfer-failure';
export { installmentId, toInstallmentNumber } from './installment';
export {
  cardDeclined,
  paymentFailure,
  paymentFailureReasons,
  toProviderCode,
  type PaymentFailure,
  type PaymentFailureReason,
} from './payment-failure';
export {
  addDays,
  endOfSaoPauloDay,
  isCalendarDay,
  saoPauloDay,
  startOfSaoPauloDay,
  systemClock,
  type Clock,
} from './time';
export {
  alreadyExists,
  AppError,
  failedPrecondition,
  permissionDenied,
  unauthenticated,
  invalidArgument,
  isAppError,
  orAbsent,
  notFound,
  providerNotConfigured,
  unavailable,
  type AppErrorInput,
  type ErrorKind,
} from './errors';
export { isCouponCode } from './coupon-code';
export { mapPage, pageWhole, type Page, type PageRequest } from './pages';
export { encodeWindows1252, foldText, foldToAscii, printable } from './text';
export { isVisible, pastedText, toldText, withoutHidden } from './pasted';
export { normalizeEmail } from './email';
export { normalizePhone, phoneSpellings } from './phone';
export { normalizeZipCode } from './zip-code';
export { cardBrandName, hasCheckDigit, testWalletCard } from './card-number';
export { isTaxId, maskTaxId, normalizeTaxId, punctuatedTaxId } from './tax-id';
export {
  encodeDynamic,
  encodeStatic,
  normalizeBrCode,
  parseBrCode,
  type BrCodeMerchant,
  type DynamicBrCode,
  type ParsedBrCode,
  type StaticBrCode,
} from './br-code';
export { addBusinessDays, businessDayOnOrAfter, daysBetween, isBusinessDay } from './business-days';
export {
  digitableLine,
  dueDateOfFactor,
  dueFactor,
  encodeBarCode,
  formatDigitableLine,
  parseBarCode,
  parseDigitableLine,
  simulatedBank,
  type BoletoCode,
  type ParsedBoleto,
} from './boleto';
export { judgeKeyOwner, type KeyOwnership } from './key-owner';
export { maskPixKey, normalizePixKey, pixKeyTypes, type PixKeyType } from './pix-key';
export { toPixTarget, type PixTarget } from './pix-target';
export { hiddenSecret, withoutSecrets } from './shown-url';
