import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { ConfirmPost } from '../../actions/confirm-dialog';
import { ActionMenu } from '../../parts/action-menu';
import { Status } from '../../parts/status';
import { useStoreClock } from '../../session/store-clock';
import { useStore } from '../../session/store-context';
import { useWords } from '../../words/words';
import { actionWords } from './action-words';
import { CancelDialog } from './cancel-dialog';
import { PauseDialog } from './pause-dialog';
import { ResumeDialog } from './resume-dialog';
import { subscriptionState, stateTones, type DialogProps, type SubscriptionDetails } from './subscription-state';
import { subscriptionWords } from './subscription-words';

/** They pick products, and are loaded when they open. */
const PlanDialog = lazy(async () => ({ default: (await import('./plan-dialog')).PlanDialog }));
const UsageDialog = lazy(async () => ({ default: (await import('./usage-dialog')).UsageDialog }));

const dialogs = {
  plan: PlanDialog,
  usage: UsageDialog,
  pause: PauseDialog,
  resume: ResumeDialog,
  cancel: CancelDialog,
  revoke: RevokeDialog,
} as const;

/** Its state, and what can be done with it while it has not ended. */
export function SubscriptionActions({ subscription }: { readonly subscription: SubscriptionDetails }) {
  const say = useWords(actionWords);
  const sayList = useWords(subscriptionWords);
  const { may, isLive } = useStore();
  const { now } = useStoreClock();
  const [open, setOpen] = useState<keyof typeof dialogs>();
  const opens = (dialog: keyof typeof dialogs) => () => {
    setOpen(dialog);
  };
  const state = subscriptionState(subscription, now());
  const isActive = state !== 'CANCELLED';
  const { pausedAt, cancelAt, method } = subscription;
  const canResume = pausedAt !== null || cancelAt !== null;
  const mayChange = isActive && may('CHECKOUT:CREATE');
  const mayEnd = isActive && may('CHECKOUT:DELETE');
  const Dialog = open === undefined ? undefined : dialogs[open];
  return (
    <>
      <Status tone={stateTones[state]}>{sayList(state)}</Status>
      {mayChange && canResume && (
        <Button variant="default" onClick={opens('resume')}>
          {say('resume')}
        </Button>
      )}
      {mayChange && !canResume && (
        <Button variant="default" onClick={opens('plan')}>
          {say('changePlan')}
        </Button>
      )}
      <ActionMenu
        actions={[
          mayChange && canResume && cancelAt === null && { name: say('changePlan'), onSelect: opens('plan') },
          mayChange && { name: say('recordUsage'), onSelect: opens('usage') },
          mayEnd && pausedAt === null && { name: say('pause'), onSelect: opens('pause') },
          mayChange &&
            !isLive &&
            method === 'PIX' && { name: say('revoke'), onSelect: opens('revoke'), isDangerous: true },
          mayEnd && { name: say('cancel'), onSelect: opens('cancel'), isDangerous: true },
        ]}
      />
      <Suspense>
        {Dialog && (
          <Dialog
            subscription={subscription}
            onClose={() => {
              setOpen(undefined);
            }}
          />
        )}
      </Suspense>
    </>
  );
}

/** Simulates that the payer cancels at their bank. */
function RevokeDialog({ subscription, onClose }: DialogProps) {
  const say = useWords(actionWords);
  const { key } = useStore();
  return (
    <ConfirmPost
      path="/v2/subscriptions/simulate-authorization-cancelled"
      body={{ id: subscription.id }}
      title={say('revoke')}
      verb={say('simulate')}
      isDangerous
      refreshes={[key('subscriptions')]}
      done={say('revokeDone')}
      onClose={onClose}
    >
      {say('revokeHint')}
    </ConfirmPost>
  );
}
