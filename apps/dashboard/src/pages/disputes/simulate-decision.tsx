import { Button } from '@mantine/core';
import { useState } from 'react';
import { ConfirmPost } from '../../actions/confirm-dialog';
import { useStore } from '../../session/store-context';
import { useWords } from '../../words/words';
import type { Dispute } from './dispute-status';
import { disputesWords } from './disputes-words';

/** Decides an open dispute as the payer's bank would, in the test environment. */
export function SimulateDecision({ dispute }: { readonly dispute: Dispute }) {
  const say = useWords(disputesWords);
  const { isLive, may, key } = useStore();
  const [outcome, setOutcome] = useState<'won' | 'lost'>();
  const isOpen = dispute.status === 'NEEDS_ANSWER' || dispute.status === 'UNDER_REVIEW';
  if (isLive || !isOpen || !may('CHECKOUT:CREATE')) return null;
  return (
    <>
      {(['won', 'lost'] as const).map((each) => (
        <Button
          key={each}
          size="xs"
          variant="default"
          onClick={() => {
            setOutcome(each);
          }}
        >
          {say(each === 'won' ? 'simulateWon' : 'simulateLost')}
        </Button>
      ))}
      {outcome && (
        <ConfirmPost
          path="/v2/transparents/simulate-dispute"
          body={{ id: dispute.chargeId, outcome }}
          title={say(outcome === 'won' ? 'simulateWon' : 'simulateLost')}
          refreshes={[key('disputes'), key('charges'), key('balance'), key('revenue')]}
          done={say('simulated')}
          onClose={() => {
            setOutcome(undefined);
          }}
        >
          {say('simulateHint')}
        </ConfirmPost>
      )}
    </>
  );
}
