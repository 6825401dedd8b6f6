import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useEach, type Step } from '../../actions/use-each';
import { storeApi } from '../../api/client';
import { postAt } from '../../api/paths';
import { formatMoney } from '../../format/money';
import { ProblemNotice } from '../../parts/problem-notice';
import { Status, type Tone } from '../../parts/status';
import { Dialog } from '../../parts/dialog';
import { useStore } from '../../session/store-context';
import { commonWords } from '../../words/common-words';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import { refundableAmount, refundPath, type Charge } from './charge-status';
import { chargesWords } from './charges-words';

interface Props {
  readonly charges: readonly Charge[];
  readonly onClose: () => void;
}

const tones: Readonly<Record<Step['state'], Tone>> = { WAITING: 'quiet', RUNNING: 'wait', DONE: 'good', FAILED: 'bad' };

/** Refunds what is left of several charges, one after the other, and says of each what became of it. */
export function BulkRefundDialog({ charges, onClose }: Props) {
  const say = useWords(chargesWords);
  const common = useWords(commonWords);
  const { language } = useLanguage();
  const { scope, key } = useStore();
  // What can go back when it is opened: a list that is loaded again changes nothing here.
  const [chosen] = useState(() =>
    charges.flatMap((charge) => {
      const amount = refundableAmount(charge);
      return amount > 0 && charge.origin !== 'SUBSCRIPTION' ? [{ id: charge.id, amount, charge }] : [];
    }),
  );
  const refunds = useEach<(typeof chosen)[number]>({
    run: ({ id, amount, charge: { origin } }, idempotencyKey) =>
      postAt(storeApi(scope, idempotencyKey), refundPath(origin), { id, amount }, {}),
    refreshes: [key('charges'), key('refunds')],
  });
  const failed = chosen.filter(({ id }) => refunds.steps.get(id)?.state === 'FAILED');
  const hasBegun = refunds.steps.size > 0;
  const sum = chosen.reduce((total, { amount }) => total + amount, 0);
  const leftOut = charges.length - chosen.length;
  return (
    <Dialog
      onClose={onClose}
      closeOnEscape={!refunds.isRunning}
      closeOnClickOutside={!refunds.isRunning}
      title={say('bulkTitle', { count: chosen.length })}
    >
      <Stack gap="md">
        <Text size="sm">{say('bulkHint')}</Text>
        {leftOut > 0 && (
          <Text size="sm" c="dimmed">
            {say('bulkLeftOut', { count: leftOut })}
          </Text>
        )}
        <ul className="bulk-rows" aria-live="polite">
          {chosen.map((row) => (
            <Row key={row.id} {...row} step={refunds.steps.get(row.id)} />
          ))}
        </ul>
        <Group justify="end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={refunds.isRunning}>
            {hasBegun ? common('close') : common('cancel')}
          </Button>
          {(!hasBegun || failed.length > 0 || refunds.isRunning) && (
            <Button
              color="red.9"
              loading={refunds.isRunning}
              disabled={chosen.length === 0}
              onClick={() => {
                refunds.start(hasBegun ? failed : chosen);
              }}
            >
              {hasBegun ? say('bulkRetry') : say('bulkVerb', { amount: formatMoney(sum, language) })}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}

interface RowProps {
  readonly amount: number;
  readonly charge: Charge;
  readonly step: Step | undefined;
}

function Row({ amount, charge, step }: RowProps) {
  const say = useWords(chargesWords);
  const { language } = useLanguage();
  return (
    <li>
      <span>
        {charge.payer?.name ?? charge.id} · {formatMoney(amount, language)}
      </span>
      {step && <Status tone={tones[step.state]}>{say(`bulk${step.state}`)}</Status>}
      {step?.state === 'FAILED' && <ProblemNotice problem={step.problem} />}
    </li>
  );
}
