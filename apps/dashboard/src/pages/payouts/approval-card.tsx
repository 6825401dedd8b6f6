import { Anchor, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { Card } from '../../parts/card';
import { CopyText } from '../../parts/copy-text';
import { Facts } from '../../parts/facts';
import { Instant } from '../../parts/instant';
import { Person } from '../../parts/person';
import { StoreLink } from '../../parts/store-link';
import { useStore } from '../../session/store-context';
import { commonWords } from '../../words/common-words';
import { useWords } from '../../words/words';
import { DecisionDialog, type Decision } from './decision-dialog';
import { allowedDecision, payoutState, type Payout } from './payout';
import { payoutWords } from './payout-words';

/** Who asked, who decided, and the buttons of whom may; nothing for a payout that needs no approval. */
export function ApprovalCard({ payout }: { readonly payout: Payout }) {
  const say = useWords(payoutWords);
  const { approval } = payout;
  if (!approval) return null;
  const isWaiting = payoutState(payout) === 'WAITING';
  return (
    <Card title={say('approvalTitle')}>
      <Facts
        facts={[
          [say('requestedBy'), <Asker key="asker" {...approval.requestedBy} />],
          [
            say('decidedBy'),
            approval.decidedBy === null ? undefined : <Person key="decider" id={approval.decidedBy} />,
          ],
          [say('decidedAt'), approval.decidedAt === null ? undefined : <Instant key="at" at={approval.decidedAt} />],
          [
            say('sendsAt'),
            isWaiting && approval.sendsAt !== null ? <Instant key="sends" at={approval.sendsAt} /> : undefined,
          ],
          [
            say('expiresAt'),
            isWaiting && approval.sendsAt === null ? <Instant key="until" at={approval.expiresAt} /> : undefined,
          ],
          [say('mayDecide'), isWaiting ? say(approval.isAlone ? 'mayDecideAlone' : 'mayDecideWho') : undefined],
        ]}
      />
      {isWaiting && <Decisions payout={payout} />}
    </Card>
  );
}

function Decisions({ payout }: { readonly payout: Payout }) {
  const say = useWords(payoutWords);
  const sayCommon = useWords(commonWords);
  const { me, may } = useStore();
  const [decision, setDecision] = useState<Decision>();
  const decisions = allowedDecision(payout, { userId: me.user.id, mayPayOut: may('WITHDRAW:CREATE') });
  const own = payout.approval?.isAlone === true ? 'ownAlone' : 'ownRequest';
  const note = { NONE: 'mayNot', TAKE_BACK: own, DECIDE: undefined } as const;
  const word = note[decisions];
  const button = (kind: Decision, isFilled = false) => (
    <Button
      variant={isFilled ? 'filled' : 'default'}
      onClick={() => {
        setDecision(kind);
      }}
    >
      {sayCommon(kind)}
    </Button>
  );
  return (
    <>
      {word && (
        <Text size="sm" c="dimmed" mt="md">
          {say(word)}
        </Text>
      )}
      {decisions !== 'NONE' && (
        <Group gap="xs" mt="md">
          {decisions === 'TAKE_BACK' ? (
            button('takeBack')
          ) : (
            <>
              {button('approve', true)}
              {button('reject')}
            </>
          )}
        </Group>
      )}
      {decision && (
        <DecisionDialog
          decision={decision}
          area="payouts"
          order={payout}
          onClose={() => {
            setDecision(undefined);
          }}
        />
      )}
    </>
  );
}

function Asker({ kind, id, description }: NonNullable<Payout['requestedBy']>) {
  const say = useWords(payoutWords);
  const { may } = useStore();
  if (kind === 'USER') return <Person id={id} />;
  if (!may('API_KEY:READ')) return <CopyText text={id} label={description ?? say('apiKey')} />;
  return (
    <Anchor component={StoreLink} to={`/developers/keys/${id}`} size="sm">
      {say('apiKey')} {description ?? id}
    </Anchor>
  );
}
