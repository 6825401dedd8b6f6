import { Text } from '@mantine/core';
import { createdAtColumn, moneyColumn, statusColumn, textColumn } from '../../lists/columns';
import { ChoiceFilter } from '../../lists/filters';
import { useFilteredListAt } from '../../lists/record-list';
import { RecordListPage } from '../../lists/record-list-page';
import { recordPaths } from '../../parts/record-paths';
import { useWords } from '../../words/words';
import { refundRequestTones, type RefundRequest } from './refund-request-status';
import { refundRequestsWords } from './refund-requests-words';

const statuses = Object.keys(refundRequestTones) as RefundRequest['status'][];

/** What customers asked back, the newest first; each is decided on the page of its charge. */
export function RefundRequestsPage() {
  const say = useWords(refundRequestsWords);
  const list = useFilteredListAt('/v2/refund-requests/list', ['refund-requests', 'list']);
  return (
    <RecordListPage<RefundRequest>
      title={say('title')}
      head={
        <Text size="sm" c="dimmed" maw={680} mb="md">
          {say('intro')}
        </Text>
      }
      list={list}
      columns={[
        moneyColumn('amount', say('amount'), ({ amount }) => amount),
        statusColumn(say('status'), refundRequestTones, say),
        textColumn('reason', say('reason'), ({ reason }) => reason),
        createdAtColumn(say('createdAt')),
        textColumn('customerId', say('customerId'), ({ customerId }) => customerId, { isExportOnly: true }),
      ]}
      getPath={({ chargeId }) => recordPaths.CHARGE(chargeId)}
      exportName="pedidos-de-reembolso"
      filters={<ChoiceFilter name="status" label={say('status')} choices={statuses} say={say} />}
      empty={{ title: say('empty'), text: say('emptyHint') }}
    />
  );
}
