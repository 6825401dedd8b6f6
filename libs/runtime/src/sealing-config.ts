import { Type, type Static, type TObject } from 'typebox';
import { configError } from './load-config';
import { createSealer, type Sealer } from './sealer';
import { dataKeyConfig } from './service-config';

/** Settings of services that store sealed values; see docs/runbooks/rotate-data-key.md. */
export const sealingConfig = {
  DATA_KEY: dataKeyConfig,
  DATA_KEYS_OLD: Type.Array(Type.String({ pattern: '^[A-Za-z0-9+/]{43}=$' }), {
    default: [],
    maxItems: 8,
    description: 'keys that only open what they have sealed: those before DATA_KEY, or the next one',
  }),
  FINGERPRINT_KEY: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9+/]{43}=$',
      description: 'what admin fingerprint-key says of the first DATA_KEY; needed once there is another',
    }),
  ),
  SEALED_FORMAT: Type.Integer({
    default: 1,
    minimum: 1,
    maximum: 2,
    description: 'format of sealed values: 1 is read by the version before, 2 has the key and the record in it',
  }),
};

type SealingConfig = Static<TObject<typeof sealingConfig>>;

/** @throws ConfigError when there are old keys and no FINGERPRINT_KEY */
export function sealerFromConfig(config: SealingConfig): Sealer {
  const { DATA_KEY, DATA_KEYS_OLD: oldKeys, FINGERPRINT_KEY: fingerprintKey, SEALED_FORMAT } = config;
  if (oldKeys.length > 0 && fingerprintKey === undefined) {
    throw configError(['DATA_KEYS_OLD needs FINGERPRINT_KEY, or tax ids and saved cards would no longer be found']);
  }
  return createSealer(DATA_KEY, { oldKeys, fingerprintKey, format: SEALED_FORMAT === 1 ? 1 : 2 });
}
