import { Text } from '@mantine/core';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { ConfirmDialog } from '../../actions/confirm-dialog';
import { usePost } from '../../actions/use-post';
import type { BodyAt } from '../../api/paths';
import { useToasts } from '../../actions/toasts';
import { SwitchField, TextField } from '../../forms/fields';
import { RecordForm } from '../../forms/record-form';
import { useStore } from '../../session/store-context';
import { useWords } from '../../words/words';
import { AnswerFiles } from './answer-files';
import { answerTexts, type Dispute } from './dispute-status';
import { disputesWords } from './disputes-words';
import { filesWords } from './files-words';

const shortTexts: readonly string[] = ['trackingNumber', 'carrier'];

type Values = Record<(typeof answerTexts)[number], string> & { readonly submit: boolean };

const nothing: Values = {
  productDescription: '',
  customerCommunication: '',
  refundPolicy: '',
  trackingNumber: '',
  carrier: '',
  explanation: '',
  submit: true,
};

interface Props {
  readonly dispute: Dispute;
  readonly onDone?: () => void;
}

/** The texts and files for the payer's bank: sent, or the texts kept as a draft at the provider. */
export function AnswerForm({ dispute, onDone }: Props) {
  const say = useWords(disputesWords);
  const sayFiles = useWords(filesWords);
  const { key } = useStore();
  const toasts = useToasts();
  const form = useForm<Values>({ defaultValues: nothing });
  const [asked, setAsked] = useState<BodyAt<'/v2/disputes/answer'>>();
  const isSubmitted = useWatch({ control: form.control, name: 'submit' });
  const answer = usePost('/v2/disputes/answer', {
    refreshes: [key('disputes'), key('charges')],
    onDone: (_, { submit }) => {
      setAsked(undefined);
      toasts.show(say(submit ? 'sent' : 'draftKept'));
      onDone?.();
    },
  });
  const { accepts } = dispute;
  if (accepts === null) return <Text size="sm">{sayFiles('noAnswers')}</Text>;
  const hasFile = dispute.files.some(({ status }) => status === 'HELD');
  const hasEvidence = (_: unknown, values: Values): true | string =>
    answerTexts.some((name) => values[name].trim() !== '') || (values.submit && hasFile) || say('atLeastOne');
  return (
    <>
      <RecordForm
        form={form}
        verb={say(isSubmitted ? 'send' : 'keepDraft')}
        action={{
          ...answer,
          problem: asked ? null : answer.problem,
          start: (body: BodyAt<'/v2/disputes/answer'>) => {
            if (body.submit) setAsked(body);
            else answer.start(body);
          },
        }}
        toInput={(values) => {
          const evidence = Object.fromEntries(
            answerTexts.map((name) => [name, values[name].trim()] as const).filter(([, text]) => text !== ''),
          );
          return { id: dispute.id, evidence, submit: values.submit };
        }}
      >
        <Text size="sm">{say('answerHint')}</Text>
        {!accepts.texts && <Text size="sm">{sayFiles('textsAsPdf')}</Text>}
        {answerTexts.map((name) => (
          <TextField
            key={name}
            control={form.control}
            name={name}
            label={say(name)}
            maxLength={shortTexts.includes(name) ? 200 : 20_000}
            {...(shortTexts.includes(name) ? {} : { rows: 3 })}
            {...(name === 'productDescription' ? { rules: { validate: hasEvidence } } : {})}
          />
        ))}
        {accepts.filesMax > 0 && <AnswerFiles dispute={dispute} accepts={accepts} />}
        {accepts.drafts ? (
          <SwitchField control={form.control} name="submit" label={say('submit')} description={say('submitHint')} />
        ) : (
          <Text size="sm">{sayFiles('noDrafts')}</Text>
        )}
      </RecordForm>
      {asked && (
        <ConfirmDialog
          title={say('sendTitle')}
          verb={say('send')}
          action={answer}
          input={asked}
          onClose={() => {
            answer.clear();
            setAsked(undefined);
          }}
        >
          {say('sendHint')}
        </ConfirmDialog>
      )}
    </>
  );
}
