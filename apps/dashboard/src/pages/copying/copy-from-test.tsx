import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { useStore } from '../../session/store-context';
import { useWords } from '../../words/words';
import { copyWords } from './copy-words';

/** Loaded when it is first opened. */
const CopyDialog = lazy(async () => ({ default: (await import('./copy-dialog')).CopyDialog }));

/** In production, for who may make products and coupons there. */
export function CopyFromTest() {
  const say = useWords(copyWords);
  const { isLive, may } = useStore();
  const [isOpen, dialog] = useDisclosure(false);
  const needs = ['PRODUCT:READ', 'PRODUCT:CREATE', 'COUPON:READ', 'COUPON:CREATE'] as const;
  if (!isLive || !needs.every(may)) return null;
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        {say('open')}
      </Button>
      <Suspense>{isOpen && <CopyDialog onClose={dialog.close} />}</Suspense>
    </>
  );
}
