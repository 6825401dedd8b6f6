import type { EventType } from '@pitanga/contracts';
import { createMessaging, kafkaAccess, startListener, type KafkaSettings } from '@pitanga/messaging';
import { randomBytes, type Lifecycle, type Log, type Metrics } from '@pitanga/runtime';
import type { Static, TObject } from 'typebox';
import type { pageWatchConfig } from './page-watch-config';
import { createPageHub } from './page-hub';
import { createPageStreams, type PageStreams } from './page-streams';

/** After which a waiting page may have another state. Their keys are the ids that pages wait for. */
export const awaitedTypes: readonly EventType[] = [
  'charge.paid',
  'charge.failed',
  'charge.expired',
  'charge.cancelled',
  'checkout.paid',
  'checkout.expired',
  'checkout.cancelled',
  'agreement.started',
  'agreement.revoked',
  'agreement.ended',
];

/** One listener for all pages of this process, which read the database when it hears of them, and not otherwise. */
export function startPageWatch(
  config: KafkaSettings & Static<TObject<typeof pageWatchConfig>>,
  { log, metrics, lifecycle }: { readonly log: Log; readonly metrics: Metrics; readonly lifecycle: Lifecycle },
): PageStreams {
  const messaging = createMessaging({ ...kafkaAccess(config), clientId: 'gateway', log, metrics });
  const hub = createPageHub();
  const listener = startListener({
    messaging,
    types: awaitedTypes,
    hear: hub.tell,
    lost: () => {
      streams.endAll('deaf');
    },
    log,
  });
  lifecycle.defer('listener of the pages', () => listener.stop());
  const streams = createPageStreams({
    hub,
    isHearing: listener.isHearing,
    metrics,
    random: randomBytes,
    perAddressMax: config.PAGE_STREAMS_PER_ADDRESS,
    max: config.PAGE_STREAMS_MAX,
    openMsMax: config.PAGE_STREAM_MAX_MS,
  });
  return streams;
}
