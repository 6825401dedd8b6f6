import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { commonWords } from '../../words/common-words';
import { useWords } from '../../words/words';
import { entranceWords } from './entrance-words';
import { ProblemNotice } from '../../parts/problem-notice';

interface Props {
  readonly hint: string;
  /** How long the link works. */
  readonly lasts: string;
  readonly firstEmail?: string | undefined;
  readonly send: (email: string) => Promise<unknown>;
  /** Below the form. */
  readonly children: ReactNode;
  readonly onSent?: (isSent: boolean) => void;
}

/** Asks for an e-mail and sends a link to it; the answer is the same for every e-mail. */
export function MailForm({ hint, lasts, firstEmail = '', send, children, onSent }: Props) {
  const say = useWords(entranceWords);
  const common = useWords(commonWords);
  const [sentTo, setSentTo] = useState<string>();
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email: firstEmail } });
  const sending = useMutation({
    mutationFn: (email: string) => send(email),
    onSuccess: (_, email) => {
      setSentTo(email);
      onSent?.(true);
    },
  });
  if (sentTo !== undefined) {
    return (
      <MailSent
        email={sentTo}
        lasts={lasts}
        send={send}
        onBack={() => {
          setSentTo(undefined);
          onSent?.(false);
        }}
      />
    );
  }
  return (
    <form
      noValidate
      onSubmit={(event) =>
        void handleSubmit(({ email }) => {
          sending.mutate(email.trim());
        })(event)
      }
    >
      <Stack gap="md">
        <Text size="sm">{hint}</Text>
        <TextInput
          type="email"
          autoComplete="email"
          label={say('email')}
          autoFocus
          maxLength={254}
          error={formState.errors.email?.message}
          {...register('email', { required: common('required') })}
        />
        <ProblemNotice problem={sending.error} />
        <Button type="submit" loading={sending.isPending}>
          {say('sendLink')}
        </Button>
        {children}
      </Stack>
    </form>
  );
}

interface SentProps extends Pick<Props, 'lasts' | 'send'> {
  readonly email: string;
  readonly onBack: () => void;
}

function MailSent({ email, lasts, send, onBack }: SentProps) {
  const say = useWords(entranceWords);
  const again = useMutation({ mutationFn: () => send(email) });
  return (
    <Stack gap="md">
      <Stack gap={4} role="status">
        <Text size="sm">{say('sentTo')}</Text>
        <Text fw={600}>{email}</Text>
        <Text size="sm">{lasts}</Text>
      </Stack>
      <Text size="sm" c="dimmed">
        {say('notThere')}
      </Text>
      <ProblemNotice problem={again.error} />
      <Button
        variant="default"
        loading={again.isPending}
        onClick={() => {
          again.mutate();
        }}
      >
        {say('sendAgain')}
      </Button>
      <Text size="sm" role="status" c="var(--good)" className="only-filled">
        {again.isSuccess ? say('sentAgain') : ''}
      </Text>
      <Button variant="subtle" onClick={onBack}>
        {say('otherEmail')}
      </Button>
    </Stack>
  );
}
