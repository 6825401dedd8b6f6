import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { ApiRecord } from '../../api/records';
import { netAmount } from '../../format/net-amount';
import { ExportButton } from '../../lists/export-button';
import { ListView } from '../../lists/list-view';
import { useListAt } from '../../lists/record-list';
import { Card } from '../../parts/card';
import { Figure, Figures } from '../../parts/figures';
import { Money } from '../../parts/money';
import { useWords } from '../../words/words';
import { chargesWords } from '../charges/charges-words';
import { paymentColumns } from '../sale/payment-columns';
import { saleWords } from '../sale/sale-words';
import { linksWords } from './links-words';

/** What came by the link, and what is left of it. */
export function LinkTotals({ link }: { readonly link: ApiRecord<'PaymentLink'> }) {
  const say = useWords(linksWords);
  const { platformFee, refundedAmount } = link;
  return (
    <Figures>
      <Figure name={say('total')} value={<Money centavos={link.paidAmount ?? 0} />} />
      <Figure name={say('fees')} value={<Money centavos={-platformFee} />} />
      <Figure name={say('refunded')} value={<Money centavos={-refundedAmount} />} />
      <Figure name={say('net')} value={<Money centavos={netAmount(link)} />} />
    </Figures>
  );
}

/** Every payment of the link, the newest first; codes that visitors never paid, and declined cards, when one asks for them. */
export function LinkPayments({ id }: { readonly id: string }) {
  const say = useWords(linksWords);
  const sayCharge = useWords(chargesWords);
  const saySale = useWords(saleWords);
  const [isWhole, setWhole] = useState(false);
  const list = useListAt('/v2/charges/list', ['charges', 'list'], {
    checkoutId: id,
    ...(isWhole ? {} : { paid: true }),
  });
  const columns = paymentColumns(sayCharge, say('paidAt'));
  return (
    <Card
      title={say('payments')}
      actions={list.rows.length > 0 && <ExportButton name={`pagamentos-${id}`} load={list.load} columns={columns} />}
    >
      <Checkbox
        size="xs"
        mb="sm"
        label={saySale('allAttempts')}
        checked={isWhole}
        onChange={({ currentTarget }) => {
          setWhole(currentTarget.checked);
        }}
      />
      <ListView
        label={say('payments')}
        list={list}
        columns={columns}
        getPath={(payment) => `/charges/${payment.id}`}
        empty={say('noPayments')}
      />
    </Card>
  );
}
