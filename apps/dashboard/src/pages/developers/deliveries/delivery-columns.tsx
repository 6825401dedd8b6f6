import type { Column } from '../../../lists/column';
import { csvInstant } from '../../../lists/csv';
import { Instant } from '../../../parts/instant';
import { Status } from '../../../parts/status';
import type { Say } from '../../../words/words';
import type { DeliveriesWord } from './deliveries-words';
import { answerOf, deliveryTones, type Delivery } from './delivery-status';

/** @param nameOf the name of a webhook; left out on the page of one */
export function deliveryColumns(
  say: Say<DeliveriesWord>,
  nameOf?: (webhookId: string) => string,
): readonly Column<Delivery>[] {
  return [
    {
      id: 'event',
      header: say('event'),
      cell: ({ event }) => <code>{event}</code>,
      text: ({ event }) => event,
    },
    {
      id: 'status',
      header: say('status'),
      cell: ({ status }) => <Status tone={deliveryTones[status]}>{say(status)}</Status>,
      text: ({ status }) => say(status),
    },
    {
      id: 'answer',
      header: say('answer'),
      cell: (row) => <span className="figures">{answerOf(row) ?? '—'}</span>,
      text: (row) => answerOf(row) ?? '',
    },
    ...(nameOf
      ? [
          {
            id: 'webhook',
            header: say('webhook'),
            cell: ({ webhookId }: Delivery) => nameOf(webhookId),
            text: ({ webhookId }: Delivery) => nameOf(webhookId),
            isExtra: true,
          },
        ]
      : []),
    ...(nameOf ? [attemptsColumn(say)] : []),
    {
      id: 'createdAt',
      header: say('createdAt'),
      cell: ({ createdAt }) => <Instant at={createdAt} />,
      text: ({ createdAt }) => csvInstant(createdAt),
      isExtra: true,
    },
  ];
}

function attemptsColumn(say: Say<DeliveriesWord>): Column<Delivery> {
  return {
    id: 'attempts',
    header: say('attempts'),
    cell: ({ attemptCount }) => attemptCount,
    text: ({ attemptCount }) => String(attemptCount),
    isFigure: true,
    isExtra: true,
  };
}
