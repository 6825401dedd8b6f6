export { createSettingsReader, HttpsUrl, Pem } from './account-settings';
export {
  findAllowListKey,
  pixKeyFingerprint,
  fingerprintPixKey,
  saveAllowListKey,
  sealedAllowListKeys,
} from './allow-list-keys';
export {
  asaasAccountReader,
  asaasBaseUrl,
  asaasConfigSchema,
  asaasSandboxConfig,
  checkAsaasConfig,
  type AsaasConfig,
  type AsaasEnvironment,
} from './asaas/asaas-config';
export { createAsaasCallsGauge } from './asaas/asaas-calls-gauge';
export { createAsaasBudgets, type AsaasBudget, type AsaasBudgets, type AsaasUse } from './asaas/asaas-budget';
export {
  asaasLimits,
  createAsaasClient,
  type AsaasAnswer,
  type AsaasCall,
  type AsaasClient,
  type AsaasLimits,
} from './asaas/asaas-client';
export type { AsaasFile } from './asaas/asaas-form';
export { asaasRefused, asaasUnavailable } from './asaas/asaas-errors';
export {
  asaasFields,
  asaasList,
  asaasText,
  fromAsaasDay,
  fromAsaasTime,
  fromReais,
  fromSignedReais,
  toReais,
  type AsaasFields,
} from './asaas/asaas-values';
export { assignOwner } from './assign-owner';
export { clockSentence, lastFour, noAnswerSentence } from './provider-faults';
export { createProviderHttp, isNoAnswer, isUnreached, providerPolicy } from './provider-http';
export type { NoAnswer, ProviderHttp, ProviderRequest, ProviderResponse } from './provider-http';
export { checkedRanges, providerRangesConfig } from './provider-ranges';
export { repeatPassing, type RepeatableCall } from './repeat';
export { createSharedAttempts } from './shared-attempts';
export { storeAccounts } from './store-accounts';
export { createStoreAdapters, type StoreAdapters } from './store-adapters';
export { afterFailure, afterRead, isRefusal, orderSettlesMs, sendOrder } from './order';
export type { NextStep, OrderFailure, OrderStep, OrderWait } from './order';
export {
  afterWaiting,
  aloneDelayMs,
  approvalMs,
  approvalStatuses,
  approve,
  isOwnRequest,
  isWaiting,
  orderActorKinds,
  reject,
  waitingApproval,
  waitsUntil,
} from './approval';
export { fromApprovalCells, toApprovalCells, type ApprovalCells } from './approval-cells';
export type { Approval, ApprovalStatus, Decider, DecisionResult, OrderActor } from './approval';
