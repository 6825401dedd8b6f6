import { useState } from 'react';
import { ActionMenu } from '../../parts/action-menu';
import { useStore } from '../../session/store-context';
import { useWords } from '../../words/words';
import type { Customer } from './customer-form';
import { EraseDialog } from './erase-dialog';
import { ExportDialog } from './export-dialog';
import { exportNeeds } from './person';
import { personWords } from './person-words';

/** What a person may ask of the store by law: of one customer, or of everybody with a tax id. */
export function PersonMenu({ customer }: { readonly customer?: Customer }) {
  const say = useWords(personWords);
  const { may } = useStore();
  const [open, setOpen] = useState<'export' | 'erase'>();
  const close = () => {
    setOpen(undefined);
  };
  const whose = customer ? { customer } : {};
  return (
    <>
      <ActionMenu
        label={say('menu')}
        actions={[
          exportNeeds.every(may) && {
            name: say(customer ? 'export' : 'exportOf'),
            onSelect: () => {
              setOpen('export');
            },
          },
          may('CUSTOMER:DELETE') && {
            name: say(customer ? 'erase' : 'eraseOf'),
            isDangerous: true,
            onSelect: () => {
              setOpen('erase');
            },
          },
        ]}
      />
      {open === 'export' && <ExportDialog {...whose} onClose={close} />}
      {open === 'erase' && <EraseDialog {...whose} onClose={close} />}
    </>
  );
}
