import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { commonWords } from '../words/common-words';
import { useWords } from '../words/words';

type Props = Omit<ModalProps, 'opened' | 'closeButtonProps' | 'returnFocus'>;

/** A dialog that is open as long as it is drawn. When it goes, the focus is again where it was before. */
export function Dialog(props: Props) {
  const say = useWords(commonWords);
  useReturnedFocus();
  return <Modal {...props} opened returnFocus={false} closeButtonProps={{ 'aria-label': say('close') }} />;
}

/** Mantine gives the focus back when a dialog closes, and not when it is taken away. */
function useReturnedFocus(): void {
  const [opener] = useState(findOpener);
  useEffect(
    () => () => {
      // After what closed it has been drawn: the opener may be gone by then.
      window.setTimeout(() => {
        if (document.activeElement !== document.body && document.activeElement !== null) return;
        const target = opener?.isConnected ? opener : document.getElementById('content');
        target?.focus({ preventScroll: true });
      });
    },
    [opener],
  );
}

/** What has the focus; of an entry of a menu, which closes, the button of the menu. */
function findOpener(): HTMLElement | null {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement)) return null;
  const button = activeElement.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return button === null || button === undefined ? activeElement : document.getElementById(button);
}
