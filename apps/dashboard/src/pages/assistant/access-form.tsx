import { Alert, Button, Group, NativeSelect, Radio, Stack, Text } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { useAction } from '../../actions/use-action';
import { account, storeHeaders, type Environment } from '../../api/client';
import { record } from '../../api/problem';
import { Icon } from '../../parts/icon';
import { ProblemNotice } from '../../parts/problem-notice';
import { lastPlace } from '../../session/environment';
import type { Membership } from '../../session/me';
import { isSandbox, orderInGroups } from '../../session/store-groups';
import { useWords } from '../../words/words';
import { assistantWords } from './assistant-words';
import '../entrance/entrance.css';

interface Props {
  /** The query with which the assistant sent the person here. */
  readonly asked: string;
  /** Those in which the person may make keys. */
  readonly stores: readonly Membership[];
  readonly asksToWrite: boolean;
  /** The address of the assistant, with a refusal. */
  readonly refusal: string;
  readonly onDone: (location: string) => void;
}

const choices = [1, 7, 30, 90, 365] as const;
type Days = (typeof choices)[number];
type Access = 'read' | 'write';

/** What the person gives: the store and environment, reading alone or writing too, and until when. */
export function AccessForm({ asked, stores, asksToWrite, refusal, onDone }: Props) {
  const say = useWords(assistantWords);
  const last = lastPlace()?.storeId;
  const [storeId, setStoreId] = useState((stores.find(({ id }) => id === last) ?? stores[0])?.id ?? '');
  const [chosen, setEnvironment] = useState<Environment>('dev');
  const isInSandbox = stores.some((one) => one.id === storeId && isSandbox(one));
  const environment = isInSandbox ? 'dev' : chosen;
  const [access, setAccess] = useState<Access>('read');
  const [days, setDays] = useState<Days>(30);
  const approve = useAction({
    run: (body: { asked: string; writes: boolean; days: Days }, idempotencyKey) => {
      const headers = { ...storeHeaders({ storeId, environment }), 'idempotency-key': idempotencyKey };
      return record(account.POST('/dashboard/api/assistants/approve', { body, headers }));
    },
    onDone: ({ location }) => {
      onDone(location);
    },
  });
  const isRefused = stores.length === 0;
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    approve.start({ asked, writes: access === 'write', days });
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        {isRefused ? (
          <Alert className="person-notice" role="status" title={say('noStore')} icon={<Icon name="warning" />}>
            <Text size="sm">{say('noStoreHint')}</Text>
          </Alert>
        ) : (
          <>
            <NativeSelect
              label={say('store')}
              value={storeId}
              data={orderInGroups(stores).map((one) => ({
                value: one.id,
                label: isSandbox(one) ? say('sandbox', { name: one.name }) : one.name,
              }))}
              onChange={({ currentTarget }) => {
                setStoreId(currentTarget.value);
              }}
            />
            <Choice
              label={say('environment')}
              value={environment}
              onChange={setEnvironment}
              options={[
                { value: 'dev', label: say('test'), hint: say('testHint') },
                ...(isInSandbox ? [] : [{ value: 'prod' as const, label: say('live'), hint: say('liveHint') }]),
              ]}
            />
            <Choice
              label={say('access')}
              value={access}
              onChange={setAccess}
              options={[
                { value: 'read', label: say('read'), hint: say('readHint') },
                ...(asksToWrite ? [{ value: 'write' as const, label: say('write'), hint: say('writeHint') }] : []),
              ]}
            />
            {environment === 'prod' && access === 'write' && (
              <Alert className="person-notice" role="status" icon={<Icon name="warning" />}>
                <Text size="sm">{say('liveWrite')}</Text>
              </Alert>
            )}
            <DaysChoice days={days} onChange={setDays} />
            <Text size="sm" c="dimmed">
              {say('endsHint')}
            </Text>
          </>
        )}
        <ProblemNotice problem={approve.problem} />
        <Group gap="xs" justify="end">
          <Button variant="default" component="a" href={refusal}>
            {say('refuse')}
          </Button>
          {!isRefused && (
            <Button type="submit" loading={approve.isRunning}>
              {say('approve')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

function DaysChoice({ days, onChange }: { readonly days: Days; readonly onChange: (days: Days) => void }) {
  const say = useWords(assistantWords);
  const toLabel = (count: Days): string => (count === 365 ? say('year') : say('days', { days: count }));
  return (
    <NativeSelect
      label={say('duration')}
      value={String(days)}
      data={choices.map((count) => ({ value: String(count), label: toLabel(count) }))}
      onChange={({ currentTarget }) => {
        onChange(choices.find((count) => String(count) === currentTarget.value) ?? 30);
      }}
    />
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly hint: string }[];
}

/** One of a few, each with what it means. */
function Choice<Value extends string>({ label, value, onChange, options }: ChoiceProps<Value>) {
  return (
    <Radio.Group
      label={label}
      value={value}
      onChange={(chosen) => {
        onChange(chosen);
      }}
    >
      <Stack gap={10} mt={6}>
        {options.map((option) => (
          <Radio key={option.value} value={option.value} label={option.label} description={option.hint} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
