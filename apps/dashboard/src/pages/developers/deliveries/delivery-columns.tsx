import { statusColumn, textColumn, type Column } from '../../../lists/columns';
import { loggedAtColumn } from '../logged-at-column';
import type { Say } from '../../../words/words';
import type { DeliveriesWord } from './deliveries-words';
import { answerText, deliveryTones, type Delivery } from './delivery-status';

/** @param getName the name of a webhook; left out on the page of one */
export function deliveryColumns(
  say: Say<DeliveriesWord>,
  getName?: (webhookId: string) => string,
): readonly Column<Delivery>[] {
  return [
    { id: 'event', header: say('event'), cell: ({ event }) => <code>{event}</code>, text: ({ event }) => event },
    statusColumn(say('status'), deliveryTones, say),
    {
      id: 'answer',
      header: say('answer'),
      cell: (row) => <span className="figures">{answerText(row) ?? '—'}</span>,
      text: (row) => answerText(row) ?? '',
    },
    ...(getName
      ? [
          textColumn<Delivery>('webhook', say('webhook'), ({ webhookId }) => getName(webhookId), { isExtra: true }),
          textColumn<Delivery>('attempts', say('attempts'), ({ attemptCount }) => String(attemptCount), {
            isFigure: true,
            isExtra: true,
          }),
        ]
      : []),
    loggedAtColumn(say('createdAt')),
  ];
}
