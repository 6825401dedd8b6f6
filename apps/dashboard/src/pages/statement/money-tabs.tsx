import { PageTabs } from '../../parts/page-tabs';
import { defineWords, useWords } from '../../words/words';

const tabWords = defineWords(
  {
    label: 'Dinheiro da loja',
    statement: 'Extrato',
    settlements: 'A receber',
    reconciliation: 'Conferência',
    origins: 'Origem das vendas',
    keyPayments: 'Pix sem cobrança',
    advances: 'Antecipações',
  },
  {
    label: 'The store’s money',
    statement: 'Statement',
    settlements: 'Coming in',
    reconciliation: 'Reconciliation',
    origins: 'Where sales come from',
    keyPayments: 'Pix without a charge',
    advances: 'Advances',
  },
);

/** The pages about the store's money, side by side. */
export function MoneyTabs() {
  const say = useWords(tabWords);
  return (
    <PageTabs
      label={say('label')}
      tabs={[
        { path: '/statement', name: say('statement'), needs: ['BANK_STATEMENT:READ'] },
        { path: '/settlements', name: say('settlements'), needs: ['BANK_STATEMENT:READ'] },
        { path: '/reconciliation', name: say('reconciliation'), needs: ['BANK_STATEMENT:READ'] },
        { path: '/origins', name: say('origins'), needs: ['STORE:READ'] },
        { path: '/key-payments', name: say('keyPayments'), needs: ['BANK_STATEMENT:READ'] },
        { path: '/advances', name: say('advances'), needs: ['WITHDRAW:READ'] },
      ]}
    />
  );
}
