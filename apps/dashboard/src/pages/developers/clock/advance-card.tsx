import { Alert, Button, Group, Loader, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../../actions/confirm-dialog';
import type { Action } from '../../../actions/use-action';
import { answered } from '../../../api/problem';
import { formatInstant, localMinute } from '../../../format/time';
import { Card } from '../../../parts/card';
import { ProblemNotice } from '../../../parts/problem-notice';
import { realNow } from '../../../session/store-clock';
import { useStore } from '../../../session/store-context';
import { useLanguage } from '../../../words/language';
import { useWords } from '../../../words/words';
import { nextDue, stepFrom, typedTarget, type Step } from './clock-steps';
import { clockWords } from './clock-words';

interface Props {
  readonly aheadMs: number;
  readonly advance: Action<string>;
}

const steps: readonly Step[] = ['day', 'week', 'month'];

/** By a step, to the next charge, or to a time; says that it runs, and what cannot be undone. */
export function AdvanceCard({ aheadMs, advance }: Props) {
  const say = useWords(clockWords);
  const { language } = useLanguage();
  const { api, key, may } = useStore();
  const [target, setTarget] = useState<string>();
  const [asked, setAsked] = useState<Date>();
  const now = (): Date => new Date(realNow().getTime() + aheadMs);
  const { data: first } = useQuery({
    queryKey: key('subscriptions', 'due'),
    queryFn: ({ signal }) =>
      answered(api.GET('/v2/subscriptions/list', { params: { query: { status: 'ACTIVE', limit: 100 } }, signal })),
    enabled: may('CHECKOUT:READ'),
  });
  // Of more subscriptions than a page the next charge is not known; the clock never goes back to one that it passed.
  const due = first?.pagination.hasMore === false ? nextDue(first.data, now()) : undefined;
  const start = (to: Date) => {
    setAsked(undefined);
    setTarget(to.toISOString());
    advance.start(to.toISOString());
  };
  return (
    <Card title={say('advance')}>
      <Stack gap="md">
        {may('TEST_CLOCK:UPDATE') ? (
          <>
            <Group gap="xs" role="group" aria-label={say('by')}>
              {steps.map((step) => (
                <Button
                  key={step}
                  variant="default"
                  disabled={advance.isRunning}
                  onClick={() => {
                    setAsked(stepFrom(now(), step));
                  }}
                >
                  + {say(step)}
                </Button>
              ))}
              {due && (
                <Button
                  variant="default"
                  className="long-button"
                  disabled={advance.isRunning}
                  onClick={() => {
                    setAsked(due);
                  }}
                >
                  {say('nextDue')} · {formatInstant(due.toISOString(), language)}
                </Button>
              )}
            </Group>
            <ToTime now={now} isRunning={advance.isRunning} onStart={setAsked} />
          </>
        ) : (
          <Text size="sm">{say('mayNot')}</Text>
        )}
        <div role="status">
          {advance.isRunning && target !== undefined && (
            <Alert variant="light" color="blue" icon={<Loader size={18} />} className="notice">
              <Text size="sm">{say('running', { to: formatInstant(target, language) })}</Text>
            </Alert>
          )}
        </div>
        <ProblemNotice problem={advance.problem} />
        {advance.problem && <Text size="sm">{say('continues')}</Text>}
        <Text size="sm" c="dimmed">
          {say('limits')}
        </Text>
      </Stack>
      {asked && (
        <ConfirmDialog
          title={say('askTitle', { to: formatInstant(asked.toISOString(), language) })}
          verb={say('go')}
          action={{ start, isRunning: false, problem: null }}
          input={asked}
          onClose={() => {
            setAsked(undefined);
          }}
        >
          {say('ask')}
        </ConfirmDialog>
      )}
    </Card>
  );
}

interface ToTimeProps {
  readonly now: () => Date;
  readonly isRunning: boolean;
  readonly onStart: (to: Date) => void;
}

function ToTime({ now, isRunning, onStart }: ToTimeProps) {
  const say = useWords(clockWords);
  const [typed, setTyped] = useState(() => localMinute(stepFrom(now(), 'month')));
  const [isWrong, setWrong] = useState(false);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const target = typedTarget(typed, now());
        setWrong(target === undefined);
        if (target) onStart(target);
      }}
    >
      <Group gap="xs" align="end">
        <TextInput
          type="datetime-local"
          label={say('to')}
          description={say('goHint')}
          value={typed}
          error={isWrong ? say('wrong') : undefined}
          onChange={({ currentTarget }) => {
            setWrong(false);
            setTyped(currentTarget.value);
          }}
        />
        <Button type="submit" loading={isRunning}>
          {say('go')}
        </Button>
      </Group>
    </form>
  );
}
