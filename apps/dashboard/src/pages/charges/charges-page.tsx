import { createdAtColumn, externalIdColumn, moneyColumn, statusColumn, textColumn } from '../../lists/columns';
import { ChoiceFilter, TextFilter } from '../../lists/filters';
import { useFilteredListAt } from '../../lists/record-list';
import { RecordListPage } from '../../lists/record-list-page';
import { recordPaths } from '../../parts/record-paths';
import { useWords } from '../../words/words';
import { chargeTones, type Charge } from './charge-status';
import { chargesWords } from './charges-words';

const statuses = Object.keys(chargeTones) as Charge['status'][];
const methods = ['PIX', 'BOLETO', 'CARD', 'FREE'] as const;
const origins = ['CHECKOUT', 'PAYMENT_LINK', 'SUBSCRIPTION', 'TRANSPARENT'] as const;

/** For who counts sales by campaign: in the export alone. */
const utmColumns = (['source', 'medium', 'campaign', 'term', 'content'] as const).map((name) =>
  textColumn<Charge>(`utm_${name}`, `utm_${name}`, ({ utms }) => utms?.[name], { isExportOnly: true }),
);

/** Every charge of the store, the newest first. */
export function ChargesPage() {
  const say = useWords(chargesWords);
  return (
    <RecordListPage<Charge>
      title={say('title')}
      list={useFilteredListAt('/v2/charges/list', ['charges', 'list'])}
      columns={[
        moneyColumn('amount', say('amount'), ({ amount }) => amount),
        statusColumn(say('status'), chargeTones, say),
        textColumn('method', say('method'), ({ method }) => say(method)),
        textColumn('payer', say('payer'), ({ customer }) => customer?.name, { isExtra: true }),
        textColumn('origin', say('origin'), ({ origin }) => say(origin), { isExtra: true }),
        externalIdColumn(say('externalId')),
        createdAtColumn(say('createdAt')),
        ...utmColumns,
      ]}
      getPath={({ id }) => recordPaths.CHARGE(id)}
      exportName="cobrancas"
      filters={
        <>
          <TextFilter name="search" label={say('search')} />
          <ChoiceFilter name="status" label={say('status')} choices={statuses} say={say} />
          <ChoiceFilter name="method" label={say('method')} choices={methods} say={say} />
          <ChoiceFilter name="origin" label={say('origin')} choices={origins} say={say} />
        </>
      }
      empty={{ title: say('empty'), text: say('emptyHint') }}
    />
  );
}
