export { buildServices } from './build';
export type { InfraAddresses } from './infra/infra';
export { freePort } from './infra/ports';
export { startTestInfra, type TestInfra } from './infra/test-infra';
export { startPlatform, type Platform, type PlatformOptions, type ProcessHandle } from './platform/platform';
export { serviceNames, type ServiceName } from './platform/services';
export type { Demo } from './platform/state';
