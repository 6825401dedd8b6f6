import { Stack, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useForm, type Control } from 'react-hook-form';
import { ConfirmPost } from '../../../actions/confirm-dialog';
import { useToasts } from '../../../actions/toasts';
import { MoneyField, NumberField } from '../../../forms/fields';
import { RecordForm } from '../../../forms/record-form';
import { Card } from '../../../parts/card';
import { useStore } from '../../../session/store-context';
import { useWords } from '../../../words/words';
import { AllowedKeys } from './allowed-keys';
import { ChangedLimits } from './changed-limits';
import {
  changedParts,
  intervalSecondsMax,
  keysOnlyIn,
  limitChanges,
  looserNames,
  namesIn,
  toLimitForm,
  type LimitChange,
  type LimitForm,
  type LimitState,
} from './limits';
import { limitsWords } from './limits-words';

const AddKeyDialog = lazy(async () => ({ default: (await import('./add-key-dialog')).AddKeyDialog }));

interface Props {
  readonly state: LimitState;
  /** Whether a change of the store is under way. */
  readonly isOpen: boolean;
}

/** The limits for whom may change them: what changes is shown once more before it is sent. */
export function LimitFields({ state, isOpen }: Props) {
  const say = useWords(limitsWords);
  const toasts = useToasts();
  const form = useForm<LimitForm>({ values: toLimitForm(state), resetOptions: { keepDirtyValues: true } });
  const { control } = form;
  const [patch, setPatch] = useState<LimitChange['after']>();
  const [isAdding, setAdding] = useState(false);
  const closeDialog = () => {
    setPatch(undefined);
  };
  return (
    <>
      <RecordForm
        form={form}
        verb={say('save')}
        action={{ start: setPatch, isRunning: false, problem: null }}
        toInput={(values) => {
          const changes = limitChanges(values, state);
          if (changes === undefined) toasts.show(say('nothingChanged'));
          return changes;
        }}
      >
        <Card title={say('amounts')}>
          <AmountFields control={control} />
        </Card>
        <Card title={say('allowedKeys')}>
          <AllowedKeys
            control={control}
            onAdd={() => {
              setAdding(true);
            }}
          />
        </Card>
        <Card title={say('approval')}>
          <MoneyField
            control={control}
            name="payoutApprovalAbove"
            label={say('payoutApprovalAbove')}
            description={say('approvalHint')}
          />
        </Card>
      </RecordForm>
      {isAdding && (
        <Suspense>
          <AddKeyDialog
            onAdd={(key) => {
              const keys = form.getValues('allowedKeys');
              form.setValue('allowedKeys', [...keys, ...keysOnlyIn([key], keys)], { shouldDirty: true });
              setAdding(false);
            }}
            onClose={() => {
              setAdding(false);
            }}
          />
        </Suspense>
      )}
      {patch !== undefined && (
        <UpdateDialog
          before={changedParts(state, patch)}
          patch={patch}
          isOpen={isOpen}
          onClose={closeDialog}
          onDone={(status) => {
            // What waits is not in force: the fields show what is.
            form.reset(status === 'APPLIED' ? form.getValues() : toLimitForm(state), { keepDirtyValues: false });
            closeDialog();
          }}
        />
      )}
    </>
  );
}

interface DialogProps {
  readonly before: LimitChange['before'];
  readonly patch: LimitChange['after'];
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onDone: (status: LimitChange['status']) => void;
}

/** Shows what will change, and whether at once or after another person and a day. */
function UpdateDialog({ before, patch, isOpen, onClose, onDone }: DialogProps) {
  const say = useWords(limitsWords);
  const { key } = useStore();
  const toasts = useToasts();
  const looser = looserNames(before, patch);
  const isStricter = looser.length === 0;
  const isMixed = !isStricter && looser.length < namesIn(patch).length;
  return (
    <ConfirmPost
      title={say('check')}
      verb={say(isStricter ? 'changeNow' : 'ask')}
      path="/v2/payout-limits/update"
      body={patch}
      refreshes={[key()]}
      onClose={onClose}
      onDone={({ status }) => {
        const done = { APPLIED: 'changed', SCHEDULED: 'scheduledToast' } as const;
        toasts.show(say(status === 'APPLIED' || status === 'SCHEDULED' ? done[status] : 'askedToast'));
        onDone(status);
      }}
    >
      <ChangedLimits before={before} after={patch} />
      <Text size="sm">{say(isStricter ? 'atOnce' : 'waitsForOther')}</Text>
      {isStricter && isOpen && <Text size="sm">{say('endsOpen')}</Text>}
      {isMixed && <Text size="sm">{say('mixed')}</Text>}
    </ConfirmPost>
  );
}

function AmountFields({ control }: { readonly control: Control<LimitForm> }) {
  const say = useWords(limitsWords);
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {say('amountsHint')}
      </Text>
      <MoneyField control={control} name="perOrder" label={say('perOrder')} />
      <MoneyField control={control} name="perDay" label={say('perDay')} />
      <MoneyField control={control} name="perNight" label={say('perNight')} description={say('perNightHint')} />
      <NumberField
        control={control}
        name="intervalSeconds"
        label={say('intervalSeconds')}
        description={say('intervalHint')}
        unit={say('secondsUnit')}
        rules={{ validate: (seconds) => Number(seconds ?? 0) <= intervalSecondsMax || say('intervalWrong') }}
      />
    </Stack>
  );
}
