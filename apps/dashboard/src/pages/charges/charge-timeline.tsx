import { Group, Text } from '@mantine/core';
import { recordPaths, requestLogPath } from '../../parts/record-paths';
import { formatMoney } from '../../format/money';
import { CopyText } from '../../parts/copy-text';
import { Status, type Tone } from '../../parts/status';
import { StoreLink } from '../../parts/store-link';
import { Timeline } from '../../parts/timeline';
import { useStore } from '../../session/store-context';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import type { Delivery, HistoryMoment } from './charge-history';
import { chargeWords } from './charge-words';
import './charges.css';

const deliveryTones: Readonly<Record<Delivery['status'], Tone>> = {
  PENDING: 'wait',
  DELIVERED: 'good',
  FAILED: 'bad',
  DROPPED: 'quiet',
};

/** What happened, the newest first, with the request that caused it and the deliveries it caused. */
export function ChargeTimeline({ history }: { readonly history: readonly HistoryMoment[] }) {
  const say = useWords(chargeWords);
  const { language } = useLanguage();
  return (
    <Timeline
      label={say('timeline')}
      moments={history.map((moment) => ({
        id: moment.id,
        at: moment.at,
        tone: moment.tone,
        title:
          moment.word === undefined
            ? (moment.event?.event ?? '')
            : say(moment.word, { amount: formatMoney(moment.amount ?? 0, language) }),
        detail: <MomentDetail {...moment} />,
      }))}
    />
  );
}

/** An event with the request that caused it and the deliveries it caused. */
export function MomentDetail({
  event,
  requestId = null,
  deliveries,
}: Pick<HistoryMoment, 'event' | 'requestId' | 'deliveries'>) {
  const say = useWords(chargeWords);
  const { may } = useStore();
  return (
    <div className="moment-detail">
      <Group gap="4px 12px">
        {event && (
          <StoreLink to={recordPaths.EVENT(event.id)} className="quiet-link">
            <code>{event.event}</code>
          </StoreLink>
        )}
        {requestId !== null &&
          (may('REQUEST_LOG:READ') ? (
            <span>
              <span className="copy-label">{say('request')} </span>
              <StoreLink to={requestLogPath} search={{ requestId }} className="quiet-link">
                <code>{requestId}</code>
              </StoreLink>
            </span>
          ) : (
            <CopyText text={requestId} label={say('request')} />
          ))}
      </Group>
      {deliveries.length > 0 && (
        <ul className="deliveries" aria-label={say('deliveries')}>
          {deliveries.map((delivery) => (
            <DeliveryLine key={delivery.id} delivery={delivery} />
          ))}
        </ul>
      )}
    </div>
  );
}

function DeliveryLine({ delivery }: { readonly delivery: Delivery }) {
  const say = useWords(chargeWords);
  const { id, status, attemptCount, lastStatusCode, lastErrorClass } = delivery;
  const answer = lastStatusCode === null ? lastErrorClass : `HTTP ${String(lastStatusCode)}`;
  return (
    <li>
      <Status tone={deliveryTones[status]}>
        {say(status === 'PENDING' && attemptCount > 0 ? 'retrying' : status)}
      </Status>
      <StoreLink to={recordPaths.DELIVERY(id)} className="quiet-link">
        <code>{id}</code>
      </StoreLink>
      <Text span size="xs" c="dimmed">
        {[answer, say('attempts', { count: attemptCount })].filter((text) => text !== null).join(' · ')}
      </Text>
    </li>
  );
}
