import type { components } from './gen/v2';

/** Records of the API by their documented names: `ApiRecord<'Checkout'>`. */
export type ApiRecord<Name extends keyof components['schemas']> = components['schemas'][Name];
