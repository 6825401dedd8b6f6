export { createSettingsReader, HttpsUrl, Pem } from './account-settings';
export { createProviderHttp, isNoAnswer } from './provider-http';
export type { ProviderHttp, ProviderRequest, ProviderResponse } from './provider-http';
export { createStoreAdapters, type StoreAdapters } from './store-adapters';
