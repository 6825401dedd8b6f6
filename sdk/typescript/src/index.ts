export { Pitanga, type PitangaOptions } from './client';
export type { Api } from './gen/api';
export type * from './gen/schemas';
export type { CallOptions, EventStream, List, Page, PostOptions } from './operation';
export { PitangaError, type ClientErrorCode, type PitangaErrorCode } from './pitanga-error';
export type { WarningHandler } from './warnings';
export { webhooks, type SignOptions, type VerifyOptions, type WebhookHeaders } from './webhooks';
