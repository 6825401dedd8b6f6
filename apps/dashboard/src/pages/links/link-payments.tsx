import { Text } from '@mantine/core';
import { answered } from '../../api/problem';
import type { ApiRecord } from '../../api/records';
import type { Column } from '../../lists/column';
import { csvMoney } from '../../lists/csv';
import { ExportButton } from '../../lists/export-button';
import { ListView } from '../../lists/list-view';
import { useRecordList, type LoadPage } from '../../lists/record-list';
import { Card } from '../../parts/card';
import { Figure, Figures } from '../../parts/figures';
import { Instant } from '../../parts/instant';
import { Money } from '../../parts/money';
import { Status } from '../../parts/status';
import { useStore } from '../../session/store-context';
import { useWords, type Say } from '../../words/words';
import { chargeTones } from '../charges/charge-status';
import { chargesWords, type ChargesWord } from '../charges/charges-words';
import { linksWords } from './links-words';

type Payment = ApiRecord<'Payment'>;

/** What came by the link, and what is left of it. */
export function LinkTotals({ link }: { readonly link: ApiRecord<'PaymentLink'> }) {
  const say = useWords(linksWords);
  const { platformFee, refundedAmount } = link;
  const paid = link.paidAmount ?? 0;
  return (
    <Figures>
      <Figure name={say('total')} value={<Money centavos={paid} />} />
      <Figure name={say('fees')} value={<Money centavos={-platformFee} />} />
      <Figure name={say('refunded')} value={<Money centavos={-refundedAmount} />} />
      <Figure name={say('net')} value={<Money centavos={paid - platformFee - refundedAmount} />} />
    </Figures>
  );
}

/** Every payment of the link, the newest first. */
export function LinkPayments({ id }: { readonly id: string }) {
  const say = useWords(linksWords);
  const sayCharge = useWords(chargesWords);
  const { api, key } = useStore();
  const load: LoadPage<Payment> = (page, signal) =>
    answered(api.GET('/v2/payment-links/payments', { params: { query: { id, ...page } }, signal: signal ?? null }));
  const list = useRecordList(key('links', 'payments', id), load);
  const columns = paymentColumns(sayCharge, say('paidAt'));
  return (
    <Card
      title={say('payments')}
      actions={list.rows.length > 0 && <ExportButton name={`pagamentos-${id}`} load={load} columns={columns} />}
    >
      <ListView
        label={say('payments')}
        list={list}
        columns={columns}
        idOf={(payment) => payment.id}
        pathOf={(payment) => `/charges/${payment.id}`}
        empty={
          <Text size="sm" c="dimmed">
            {say('noPayments')}
          </Text>
        }
      />
    </Card>
  );
}

/** Columns of payments: amount, state, method and time. */
export function paymentColumns(say: Say<ChargesWord>, paidAt: string): readonly Column<Payment>[] {
  return [
    {
      id: 'amount',
      header: say('amount'),
      cell: ({ amount }) => <Money centavos={amount} />,
      text: ({ amount }) => csvMoney(amount),
      isFigure: true,
    },
    {
      id: 'status',
      header: say('status'),
      cell: ({ status }) => <Status tone={chargeTones[status]}>{say(status)}</Status>,
      text: ({ status }) => say(status),
    },
    { id: 'method', header: say('method'), cell: ({ method }) => say(method), text: ({ method }) => say(method) },
    {
      id: 'paidAt',
      header: paidAt,
      cell: (payment) => <Instant at={payment.paidAt} />,
      text: (payment) => payment.paidAt ?? '',
      isExtra: true,
    },
  ];
}
