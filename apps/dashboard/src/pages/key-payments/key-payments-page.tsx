import { Text } from '@mantine/core';
import { instantColumn, moneyColumn, statusColumn, textColumn } from '../../lists/columns';
import { ChoiceFilter, TextFilter } from '../../lists/filters';
import { useFilteredListAt } from '../../lists/record-list';
import { RecordListPage } from '../../lists/record-list-page';
import { recordPaths } from '../../parts/record-paths';
import { useStore } from '../../session/store-context';
import { useWords } from '../../words/words';
import { MoneyTabs } from '../statement/money-tabs';
import { keyPaymentTones, type KeyPayment } from './key-payment-status';
import { keyPaymentsWords } from './key-payments-words';

const statuses = Object.keys(keyPaymentTones) as KeyPayment['status'][];

/** Pix that no charge asked for, the newest first. */
export function KeyPaymentsPage() {
  const say = useWords(keyPaymentsWords);
  const { scope } = useStore();
  const list = useFilteredListAt('/v2/key-payments/list', ['key-payments', 'list']);
  return (
    <RecordListPage<KeyPayment>
      title={say('title')}
      head={
        <>
          <MoneyTabs />
          <Text size="sm" c="dimmed" maw={680} mb="md">
            {say('intro')}
          </Text>
        </>
      }
      list={list}
      columns={[
        moneyColumn('amount', say('amount'), ({ amount }) => amount),
        textColumn('payer', say('payer'), ({ payer }) => payer.name ?? payer.taxId),
        statusColumn(say('status'), keyPaymentTones, say),
        textColumn('taxId', say('taxId'), ({ payer }) => payer.taxId, { isExtra: true }),
        instantColumn('receivedAt', say('receivedAt'), ({ receivedAt }) => receivedAt, { isExtra: true }),
        textColumn('endToEndId', say('endToEndId'), ({ endToEndId }) => endToEndId, { isExportOnly: true }),
      ]}
      getPath={({ id }) => recordPaths.KEY_PAYMENT(id)}
      exportName="pix-sem-cobranca"
      filters={
        <>
          <TextFilter name="search" label={say('search')} />
          <ChoiceFilter name="status" label={say('status')} choices={statuses} say={say} />
        </>
      }
      empty={{ title: say('empty'), text: say(scope.environment === 'dev' ? 'emptyTest' : 'emptyHint') }}
    />
  );
}
