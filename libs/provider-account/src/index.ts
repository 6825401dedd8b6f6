export { createSettingsReader, HttpsUrl, Pem } from './account-settings';
export { createProviderHttp, isNoAnswer } from './provider-http';
export type { ProviderHttp, ProviderRequest, ProviderResponse } from './provider-http';
export { createStoreAdapters, type StoreAdapters } from './store-adapters';
export { isRefusal, type OrderFailure, type OrderStep, type OrderWait } from './order';
export type { OrderPort, OrderProvider } from './order-port';
export { retryLater, runOrderStep, takeBackRefused } from './order-steps';
