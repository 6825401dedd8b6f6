export { buildServices } from './build';
export type { InfraAddresses } from './infra/infra';
export { freePort } from './infra/ports';
export { startTestInfra, type TestInfra } from './infra/test-infra';
export { startPlatform, type Platform, type PlatformOptions, type ProcessHandle } from './platform/platform';
export { startReplica } from './platform/replica';
export { serviceNames, type ServiceName } from './platform/services';
export type { Demo } from './platform/state';
