import type { ResponseCodec } from '@pitanga/database';
import type { Sealer } from '@pitanga/runtime';

/** For answers that show a tax id: what is kept for a repeated Idempotency-Key is sealed like the tax id itself. */
export function sealedResponse<R>(sealer: Sealer, codec: ResponseCodec<R>): ResponseCodec<R> {
  return {
    encode: (response) => ({
      finish: () => sealer.seal(Buffer.from(codec.encode(response).finish()).toString('base64')),
    }),
    decode: (bytes) => codec.decode(Buffer.from(sealer.open(Buffer.from(bytes)), 'base64')),
  };
}
