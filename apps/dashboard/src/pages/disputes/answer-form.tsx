import { Text } from '@mantine/core';
import { useForm, useWatch } from 'react-hook-form';
import { usePost } from '../../actions/use-post';
import { useToasts } from '../../actions/toasts';
import { SwitchField, TextField } from '../../forms/fields';
import { RecordForm } from '../../forms/record-form';
import { useStore } from '../../session/store-context';
import { useWords } from '../../words/words';
import type { Dispute } from './dispute-status';
import { disputesWords } from './disputes-words';

const texts = [
  'productDescription',
  'customerCommunication',
  'refundPolicy',
  'trackingNumber',
  'carrier',
  'explanation',
] as const;
const shortTexts: readonly string[] = ['trackingNumber', 'carrier'];

type Values = Record<(typeof texts)[number], string> & { readonly submit: boolean };

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

/** The texts for the payer's bank: sent, or kept as a draft at the provider. */
export function AnswerForm({ dispute, onDone }: Props) {
  const say = useWords(disputesWords);
  const { key } = useStore();
  const toasts = useToasts();
  const form = useForm<Values>({ defaultValues: nothing });
  const isSubmitted = useWatch({ control: form.control, name: 'submit' });
  const answer = usePost('/v2/disputes/answer', {
    refreshes: [key('disputes'), key('charges')],
    onDone: (_, { submit }) => {
      toasts.show(say(submit ? 'sent' : 'draftKept'));
      onDone?.();
    },
  });
  const hasText = (_: unknown, values: Values): true | string =>
    texts.some((name) => values[name].trim() !== '') || say('atLeastOne');
  return (
    <RecordForm
      form={form}
      verb={say(isSubmitted ? 'send' : 'keepDraft')}
      action={answer}
      toInput={(values) => {
        const evidence = Object.fromEntries(
          texts.map((name) => [name, values[name].trim()] as const).filter(([, text]) => text !== ''),
        );
        return { id: dispute.id, evidence, submit: values.submit };
      }}
    >
      <Text size="sm">{say('answerHint')}</Text>
      {texts.map((name) => (
        <TextField
          key={name}
          control={form.control}
          name={name}
          label={say(name)}
          maxLength={shortTexts.includes(name) ? 200 : 20_000}
          {...(shortTexts.includes(name) ? {} : { rows: 3 })}
          {...(name === 'productDescription' ? { rules: { validate: hasText } } : {})}
        />
      ))}
      <SwitchField control={form.control} name="submit" label={say('submit')} description={say('submitHint')} />
    </RecordForm>
  );
}
