import { Anchor } from '@mantine/core';
import { useState } from 'react';
import { Figure } from '../../parts/figures';
import { Money } from '../../parts/money';
import { useStore } from '../../session/store-context';
import { useWords } from '../../words/words';
import { TopUpDialog } from './top-up-dialog';
import { topUpWords } from './top-up-words';

/** What the store has put in for refunds, and the button that puts more in. */
export function TopUpFigure({ centavos }: { readonly centavos: number | undefined }) {
  const say = useWords(topUpWords);
  const { may } = useStore();
  const [isOpen, setOpen] = useState(false);
  const close = (): void => {
    setOpen(false);
  };
  const open = (): void => {
    setOpen(true);
  };
  if (!may('REFUND:CREATE') && !centavos) return null;
  return (
    <>
      <Figure
        name={say('figure')}
        value={centavos === undefined ? <span className="waiting" /> : <Money centavos={centavos} />}
        hint={
          may('REFUND:CREATE') && (
            <Anchor component="button" type="button" inherit onClick={open}>
              {say('add')}
            </Anchor>
          )
        }
      />
      {isOpen && <TopUpDialog onClose={close} />}
    </>
  );
}
