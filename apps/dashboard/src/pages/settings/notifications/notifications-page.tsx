import { Alert, Button, Checkbox, Group, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction } from '../../../actions/use-action';
import { account, storeHeaders } from '../../../api/client';
import { record } from '../../../api/problem';
import type { NoticeKind } from '../../../notices/notices';
import { Card } from '../../../parts/card';
import { Loaded } from '../../../parts/loaded';
import { Page } from '../../../parts/page';
import { ProblemNotice } from '../../../parts/problem-notice';
import { useStore } from '../../../session/store-context';
import { useWords } from '../../../words/words';
import { SettingsTabs } from '../settings-tabs';
import { notificationsWords } from './notifications-words';
import './notifications.css';

/** What the person is notified of in this store, in the bell and by mail. */
export function NotificationsPage() {
  const say = useWords(notificationsWords);
  const { scope, key } = useStore();
  const query = useQuery({
    queryKey: key('notices', 'switches'),
    queryFn: ({ signal }) =>
      record(account.GET('/dashboard/api/notices/switches', { headers: storeHeaders(scope), signal })),
    // An event of the store does not take away what is being chosen.
    staleTime: Infinity,
  });
  return (
    <Page title={say('title')}>
      <SettingsTabs />
      <Text size="sm" c="dimmed">
        {say('about')}
      </Text>
      <Loaded query={query}>{(found) => <SwitchesForm found={found} />}</Loaded>
    </Page>
  );
}

type MailedKind = Exclude<NoticeKind, 'LIMIT_CHANGE'>;

interface Switches {
  readonly bell: readonly NoticeKind[];
  readonly mail: readonly MailedKind[];
  readonly digest: boolean;
}

interface Found extends Switches {
  readonly kinds: readonly NoticeKind[];
  readonly isMailOff: boolean;
}

function SwitchesForm({ found: { kinds, isMailOff, ...found } }: { readonly found: Found }) {
  const say = useWords(notificationsWords);
  const { scope, key } = useStore();
  const [chosen, setChosen] = useState<Switches>(found);
  const save = useAction({
    run: ({ bell, mail, digest }: Switches) =>
      record(
        account.POST('/dashboard/api/notices/switches/change', {
          body: { bell: [...bell], mail: [...mail], digest },
          headers: storeHeaders(scope),
        }),
      ),
    done: say('saved'),
    refreshes: [key('notices')],
  });
  const toggled = <K,>(list: readonly K[], kind: K): readonly K[] =>
    list.includes(kind) ? list.filter((one) => one !== kind) : [...list, kind];
  return (
    <Card title={say('title')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.start(chosen);
        }}
      >
        <Stack gap="md">
          {isMailOff && <Alert role="status">{say('mailOff')}</Alert>}
          <table className="switches">
            <thead>
              <tr>
                <th scope="col">{say('kind')}</th>
                <th scope="col">{say('bell')}</th>
                <th scope="col">{say('mail')}</th>
              </tr>
            </thead>
            <tbody>
              {kinds.map((kind) => (
                <tr key={kind}>
                  <th scope="row">{say(kind)}</th>
                  <td>
                    <Checkbox
                      checked={chosen.bell.includes(kind)}
                      aria-label={say('bellOf', { kind: say(kind) })}
                      onChange={() => {
                        setChosen({ ...chosen, bell: toggled(chosen.bell, kind) });
                      }}
                    />
                  </td>
                  <td>
                    {kind === 'LIMIT_CHANGE' ? (
                      <Text size="xs" c="dimmed">
                        {say('always')}
                      </Text>
                    ) : (
                      <Checkbox
                        checked={chosen.mail.includes(kind)}
                        aria-label={say('mailOf', { kind: say(kind) })}
                        onChange={() => {
                          setChosen({ ...chosen, mail: toggled(chosen.mail, kind) });
                        }}
                      />
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <Switch
            label={say('digest')}
            description={say('digestHint')}
            checked={chosen.digest}
            onChange={({ currentTarget }) => {
              setChosen({ ...chosen, digest: currentTarget.checked });
            }}
          />
          <ProblemNotice problem={save.problem} />
          <Group justify="end">
            <Button type="submit" loading={save.isRunning}>
              {say('save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}
