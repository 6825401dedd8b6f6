export { createSettingsReader, HttpsUrl, Pem } from './account-settings';
export { clockSentence, lastFour, noAnswerSentence } from './provider-faults';
export { createProviderHttp, isNoAnswer, providerPolicy } from './provider-http';
export type { NoAnswer, ProviderHttp, ProviderRequest, ProviderResponse } from './provider-http';
export { checkedRanges, providerRangesConfig } from './provider-ranges';
export { createStoreAdapters, type StoreAdapters } from './store-adapters';
export { isRefusal, type OrderFailure, type OrderStep, type OrderWait } from './order';
export type { OrderPort, OrderProvider } from './order-port';
export { retryLater, runOrderStep, takeBackRefused } from './order-steps';
