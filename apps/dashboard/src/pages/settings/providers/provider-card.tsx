import { Button, Group, List, Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmPost } from '../../../actions/confirm-dialog';
import { useToasts } from '../../../actions/toasts';
import { usePost } from '../../../actions/use-post';
import type { ApiRecord } from '../../../api/records';
import { Card } from '../../../parts/card';
import { CopyText } from '../../../parts/copy-text';
import { Facts } from '../../../parts/facts';
import { Instant } from '../../../parts/instant';
import { ProblemNotice } from '../../../parts/problem-notice';
import { Status } from '../../../parts/status';
import { StoreLink } from '../../../parts/store-link';
import { useStore } from '../../../session/store-context';
import { useWords } from '../../../words/words';
import { Capabilities, Health, isLimited, Limits } from './capabilities';
import { connectWords } from './connect-words';
import { findOff } from './provider-settings';
import { providersWords } from './providers-words';
import { useProviderNames } from './use-provider-names';
import { useProviderSentence } from './use-provider-sentence';

type Provider = ApiRecord<'ProviderAccount'>;
type Validation = NonNullable<Provider['validation']>;

/** One account at a bank or payment provider: its health, what may be shown of it, and what can be done. */
export function ProviderCard({ shown }: { readonly shown: Provider }) {
  const say = useWords(providersWords);
  const { say: sayProvider } = useProviderSentence();
  const nameOf = useProviderNames();
  const { provider, connected, lastTest } = shown;
  return (
    <Card title={nameOf(provider)} actions={<State shown={shown} />}>
      <Text size="sm" c="dimmed" mb="sm">
        {say(`${provider}_hint`)}
      </Text>
      {lastTest !== null && lastTest.problems.length > 0 && (
        <section aria-label={say('problems')} className="provider-problems">
          <List size="sm">
            {lastTest.problems.map((problem) => (
              <List.Item key={problem}>{sayProvider(problem)}</List.Item>
            ))}
          </List>
        </section>
      )}
      {connected && <Abilities shown={shown} />}
      {connected && (
        <div className="provider-facts">
          <ProviderFacts shown={shown} />
        </div>
      )}
      <ProviderActions shown={shown} />
    </Card>
  );
}

function State({ shown: { connected, capabilities, lastTest } }: { readonly shown: Provider }) {
  const say = useWords(providersWords);
  if (!connected) return <Status tone="quiet">{say('notConnected')}</Status>;
  if (lastTest?.works !== false && capabilities?.some(({ resting }) => resting)) {
    return <Status tone="wait">{say('rests')}</Status>;
  }
  if (lastTest === null) return <Status tone="info">{say('untested')}</Status>;
  return <Status tone={lastTest.works ? 'good' : 'bad'}>{say(lastTest.works ? 'works' : 'broken')}</Status>;
}

/** Over the whole width: it is much to read for a narrow column. */
function Abilities({ shown }: { readonly shown: Provider }) {
  const say = useWords(providersWords);
  const can = { capabilities: shown.capabilities ?? [], payouts: shown.payoutCapabilities };
  return (
    <div className="stacked-facts">
      <Facts
        facts={[
          [
            say('health'),
            can.capabilities.some(({ method }) => method !== 'CARD') ? <Health key="health" {...can} /> : undefined,
          ],
          [say('can'), <Capabilities key="can" {...can} />],
          [say('cannot'), isLimited(can) ? <Limits key="cannot" {...can} /> : undefined],
        ]}
      />
    </div>
  );
}

function ProviderFacts({ shown }: { readonly shown: Provider }) {
  const say = useWords(providersWords);
  const sayField = useWords(connectWords);
  const {
    methods,
    settings,
    owner,
    callbackUrl,
    certificateExpiresAt,
    certificateDaysLeft,
    validation,
    updatedAt,
    lastTest,
  } = shown;
  const off = findOff(shown);
  const names = [
    'baseUrl',
    'tokenUrl',
    'clientId',
    'clientSecret',
    'pixKey',
    'accountId',
    'secretKey',
    'publishableKey',
    'webhookSecret',
    'token',
    'callbackSecret',
    'validationToken',
  ] as const;
  return (
    <Facts
      facts={[
        [say('methods'), methods.map((method) => say(method)).join(', ')],
        [say('off'), off.length === 0 ? undefined : off.map((method) => say(method)).join(', ')],
        [say('owner'), owner === null ? undefined : say(owner)],
        [say('lastTest'), lastTest === null ? say('untested') : <Instant key="test" at={lastTest.at} />],
        [
          say('certificate'),
          certificateExpiresAt === null ? undefined : (
            <span key="certificate">
              <Instant at={certificateExpiresAt} />
              {` · ${(certificateDaysLeft ?? -1) >= 0 ? say('daysLeft', { days: certificateDaysLeft ?? 0 }) : say('ended')}`}
            </span>
          ),
        ],
        ...names.map((name) => {
          const value = settings?.[name];
          return [sayField(name), typeof value === 'string' ? <code key={name}>{value}</code> : undefined] as const;
        }),
        [
          say('callback'),
          callbackUrl === null ? undefined : (
            <span key="callback">
              <CopyText text={callbackUrl} />
              <Text size="xs" c="dimmed">
                {say('callbackHint')}
              </Text>
            </span>
          ),
        ],
        [say('validation'), validation === null ? undefined : <ValidationStep key="validation" shown={validation} />],
        [say('updatedAt'), updatedAt === null ? undefined : <Instant key="updatedAt" at={updatedAt} />],
      ]}
    />
  );
}

/** What its owner does at Asaas, which cannot be read from here, and what has shown since that it is done. */
function ValidationStep({ shown: { url, firstAskedAt, stoppedAt } }: { readonly shown: Validation }) {
  const say = useWords(providersWords);
  return (
    <span>
      <CopyText text={url} />
      <Text size="xs" c="dimmed">
        {say('validationHint')}
      </Text>
      {stoppedAt !== null && <ValidationNotice color="var(--bad)" text={say('stopped')} />}
      {stoppedAt === null && firstAskedAt === null && <ValidationNotice color="var(--wait)" text={say('neverAsked')} />}
      {stoppedAt === null && firstAskedAt !== null && (
        <Text size="xs">
          {say('firstAsked')} <Instant at={firstAskedAt} />
        </Text>
      )}
    </span>
  );
}

/** Of a length that a badge, which keeps one line, has no room for on a phone. */
function ValidationNotice({ color, text }: { readonly color: string; readonly text: string }) {
  return (
    <Text size="sm" fw={600} c={color}>
      {text}
    </Text>
  );
}

function ProviderActions({ shown }: { readonly shown: Provider }) {
  const say = useWords(providersWords);
  const { key, may } = useStore();
  const toasts = useToasts();
  const { sayProblem } = useProviderSentence();
  const [isRemoving, setRemoving] = useState(false);
  const nameOf = useProviderNames();
  const { provider, connected, methods } = shown;
  const test = usePost('/v2/providers/test', {
    refreshes: [key('providers'), key('readiness')],
    onDone: ({ works }) => {
      toasts.show(say(works ? 'tested' : 'testFailed'));
    },
  });
  return (
    <>
      <ProblemNotice problem={sayProblem(test.problem)} />
      <Group gap="xs" mt="md">
        {may('CONNECT:CREATE') && (
          <Button variant="default" size="sm" component={StoreLink} to={`/settings/providers/${provider}`}>
            {say(connected ? 'renew' : 'connect')}
          </Button>
        )}
        {connected && may('CONNECT:CREATE') && (
          <Button
            variant="default"
            size="sm"
            loading={test.isRunning}
            onClick={() => {
              test.start({ provider });
            }}
          >
            {say('test')}
          </Button>
        )}
        {connected && may('CONNECT:DELETE') && (
          <Button
            variant="default"
            size="sm"
            c="var(--bad)"
            onClick={() => {
              setRemoving(true);
            }}
          >
            {say('remove')}
          </Button>
        )}
      </Group>
      {isRemoving && (
        <ConfirmPost
          path="/v2/providers/remove"
          body={{ provider }}
          title={say('removeTitle', { provider: nameOf(provider) })}
          verb={say('remove')}
          isDangerous
          refreshes={[key('providers'), key('readiness')]}
          done={say('removed')}
          onClose={() => {
            setRemoving(false);
          }}
        >
          {say('removeHint', { methods: methods.map((method) => say(method)).join(', ') })}
        </ConfirmPost>
      )}
    </>
  );
}
