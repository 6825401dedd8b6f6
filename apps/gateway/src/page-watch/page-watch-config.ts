import { Type } from 'typebox';

/** Spread into the gateway's configuration. */
export const pageWatchConfig = {
  PAGE_STREAMS_PER_ADDRESS: Type.Integer({
    default: 200,
    minimum: 1,
    description: 'waiting payment pages of one address that one gateway tells by a stream; further ones poll',
  }),
  PAGE_STREAMS_MAX: Type.Integer({
    default: 5_000,
    minimum: 1,
    description: 'waiting payment pages that one gateway tells by a stream at a time; further ones poll',
  }),
  PAGE_STREAM_MAX_MS: Type.Integer({
    default: 900_000,
    minimum: 1_000,
    description: 'how long the stream of a payment page stays open before the page connects again, in milliseconds',
  }),
};
