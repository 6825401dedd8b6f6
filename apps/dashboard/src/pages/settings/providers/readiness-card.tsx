import { Anchor, Text } from '@mantine/core';
import type { ApiRecord } from '../../../api/records';
import { Card } from '../../../parts/card';
import { Loaded } from '../../../parts/loaded';
import { Status } from '../../../parts/status';
import { StoreLink } from '../../../parts/store-link';
import { useStore } from '../../../session/store-context';
import { useGet } from '../../../session/use-get';
import { useWords, type Say } from '../../../words/words';
import { methodReason } from './method-reason';
import { capabilityWords } from './capability-words';
import { isProviderKind } from './provider-settings';
import { providersWords, type ProvidersWord } from './providers-words';
import { parseCertificateItem, isPlainItem, parseMethodItem, readinessTones, repairPages } from './readiness';
import { useProviderNames } from './use-provider-names';
import { useProviderSentence } from './use-provider-sentence';

type Item = ApiRecord<'ReadinessItem'>;

/** What is missing before the store can sell in this environment, and what to do about it. */
export function ReadinessCard() {
  const say = useWords(providersWords);
  const query = useGet('/v2/store/readiness', ['readiness']);
  return (
    <Card title={say('readiness')}>
      <Loaded query={query}>
        {({ ready, items }) => (
          <>
            <Text size="sm" role="status">
              {say(ready ? 'ready' : 'notReady')}
            </Text>
            <ul className="readiness">
              {items.map((item) => (
                <ReadinessLine key={item.item} item={item} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </Card>
  );
}

function ReadinessLine({ item: { item, status, sentence, limits } }: { readonly item: Item }) {
  const say = useWords(providersWords);
  const nameOf = useProviderNames();
  const { may } = useStore();
  const { say: sayProvider } = useProviderSentence();
  const repair = isPlainItem(item) ? repairPages[item] : undefined;
  const isOpen = status !== 'OK';
  const isOfMethod = parseMethodItem(item) !== undefined;
  const name = itemName(item, say, nameOf);
  return (
    <li>
      <Status tone={readinessTones[status]}>{say(status)}</Status>
      <div className="readiness-text">
        <strong>{name}</strong>
        {/* The provider of a method that can wait is connected. */}
        {isOpen && !(isOfMethod && status === 'WARNING') && (
          <Text size="sm" c="dimmed">
            {actionText({ item, status }, say) ?? sentence}
          </Text>
        )}
        {/* Of one that is ready, too: by which accounts, in which order, and how they have answered. */}
        {isOfMethod && methodReason(sentence) === undefined && (
          <Text size="xs" c="dimmed">
            {`${sayProvider(sentence.replace(/\.$/, ''))}.`}
          </Text>
        )}
        {limits.length > 0 && <LimitLines limits={limits} />}
      </div>
      {isOpen && repair !== undefined && may(repair[1]) && (
        <Anchor size="sm" component={StoreLink} to={repair[0]} aria-label={`${say('fix')}: ${name}`}>
          {say('fix')}
        </Anchor>
      )}
    </li>
  );
}

/** What the accounts of a method cannot do with its payments, each limit once: more than a glance needs. */
function LimitLines({ limits }: Pick<Item, 'limits'>) {
  const say = useWords(providersWords);
  const sayLimit = useWords(capabilityWords);
  const nameOf = useProviderNames();
  const namesWith = (limit: string) =>
    limits.flatMap(({ code, provider }) => (code === limit ? [nameOf(provider)] : [])).join(', ');
  return (
    <details className="readiness-limits">
      <summary>{say('cannot')}</summary>
      <ul>
        {[...new Set(limits.map(({ code }) => code))].map((code) => (
          <li key={code}>{`${namesWith(code)}: ${sayLimit(code)}.`}</li>
        ))}
      </ul>
    </details>
  );
}

const methodNames = ['PIX', 'BOLETO', 'CARD', 'PAYOUT'] as const;

type NameOf = ReturnType<typeof useProviderNames>;

function itemName(item: string, say: Say<ProvidersWord>, nameOf: NameOf): string {
  if (isPlainItem(item)) return say(item);
  const method = methodNames.find((name) => name === parseMethodItem(item));
  if (method !== undefined) return say(method);
  const provider = parseCertificateItem(item);
  return provider !== undefined && isProviderKind(provider)
    ? say('certificateOf', { provider: nameOf(provider) })
    : item;
}

function actionText({ item, status }: Pick<Item, 'item' | 'status'>, say: Say<ProvidersWord>): string | undefined {
  if (status === 'OPTIONAL') {
    return say(item === 'API_KEY' || item === 'WEBHOOK' ? `${item}_optional` : 'method_optional');
  }
  if (isPlainItem(item)) return say(`${item}_action`);
  if (parseMethodItem(item) !== undefined) return say('method_action');
  return parseCertificateItem(item) === undefined ? undefined : say('certificate_action');
}
