import { Button, Text } from '@mantine/core';
import type { Column } from '../../lists/columns';
import { formatMoney } from '../../format/money';
import { SaveCsvButton } from '../../lists/save-csv-button';
import type { Selection } from '../../lists/selection';
import { useStore } from '../../session/store-context';
import { commonWords } from '../../words/common-words';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import type { Charge } from './charge-status';
import { chargesWords } from './charges-words';

interface Props {
  readonly selection: Selection<Charge>;
  readonly columns: readonly Column<Charge>[];
  readonly onRefund: (charges: readonly Charge[]) => void;
}

/** What can be done with the charges that are chosen, and what they come to. */
export function SelectedCharges({ selection, columns, onRefund }: Props) {
  const say = useWords(chargesWords);
  const common = useWords(commonWords);
  const { language } = useLanguage();
  const { may } = useStore();
  const { rows } = selection;
  if (rows.length === 0) return null;
  const amount = rows.reduce((sum, charge) => sum + charge.amount, 0);
  return (
    <div className="selection-bar">
      <Text size="sm" role="status">
        {common('selected', { count: rows.length })} · {formatMoney(amount, language)}
      </Text>
      {may('REFUND:CREATE') && (
        <Button
          variant="default"
          size="sm"
          onClick={() => {
            onRefund(rows);
          }}
        >
          {say('refundAll')}
        </Button>
      )}
      <SaveCsvButton name="cobrancas-selecionadas" rows={rows} columns={columns} label={say('exportSelected')} />
      <Button
        variant="subtle"
        size="sm"
        onClick={() => {
          selection.set([]);
        }}
      >
        {common('unselect')}
      </Button>
    </div>
  );
}
