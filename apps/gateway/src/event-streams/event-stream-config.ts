import { Type } from 'typebox';

/** Spread into the gateway's configuration. */
export const eventStreamConfig = {
  EVENT_STREAMS_PER_KEY: Type.Integer({
    default: 5,
    minimum: 1,
    description: 'event streams that one API key may have open at one gateway',
  }),
  EVENT_STREAMS_PER_STORE: Type.Integer({
    default: 20,
    minimum: 1,
    description: 'event streams that one store may have open at one gateway, in both environments',
  }),
  EVENT_STREAMS_MAX: Type.Integer({
    default: 500,
    minimum: 1,
    description: 'event streams that one gateway serves at a time',
  }),
  EVENT_STREAM_MAX_MS: Type.Integer({
    default: 900_000,
    minimum: 1_000,
    description: 'how long an event stream stays open before its client is asked to reconnect, in milliseconds',
  }),
};
